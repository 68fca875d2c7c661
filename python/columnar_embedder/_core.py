"""The native module under one name; _core.pyi tells type checkers what is in it."""

import copyreg

from ._load import native as _native

globals().update({name: value for name, value in vars(_native).items() if not name.startswith("_")})


def _graph_from(arrays, ids, directed, place, labels, names):
    graph = _native.Graph.from_csr(*arrays, ids, directed, place)
    return graph if labels is None else graph.with_labels(labels, names)


def _graph_state(graph):
    labels = None if graph.labels is None else graph.labels.tolist()
    arrays = tuple(None if array is None else array.copy() for array in graph.arrays)
    return _graph_from, (arrays, graph.ids, graph.directed, graph.place, labels, graph.class_names)


def _model_from(data):
    return _native.Model.from_bytes(data)


copyreg.pickle(_native.Graph, _graph_state)
copyreg.pickle(_native.Model, lambda model: (_model_from, (model.to_bytes(),)))
