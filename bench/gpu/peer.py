"""PyTorch Geometric's node2vec on the same GPU: seconds to draw the walks, and to train for one epoch.

Usage: peer.py [NODES]. Needs torch, torch_geometric and one of pyg-lib and torch-cluster, which
draw its walks; says which is missing.
"""

import sys
import time

import torch


def random_graph(nodes: int, mean_degree: int = 10) -> torch.Tensor:
    """Both directions of random edges: what walks and training cost depends on their number alone."""
    generator = torch.Generator().manual_seed(1)
    ends = torch.randint(nodes, (2, nodes * mean_degree // 2), generator=generator)
    return torch.cat([ends, ends.flip(0)], dim=1)


def main() -> int:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    try:
        from torch_geometric.nn import Node2Vec

        model = Node2Vec(
            random_graph(nodes),
            embedding_dim=128,
            walk_length=20,
            context_size=10,
            walks_per_node=10,
            num_negative_samples=1,
            sparse=True,
            num_nodes=nodes,
        ).to("cuda")
    except ImportError as missing:
        print(f"PyTorch Geometric's node2vec cannot run here: {missing}")
        return 0
    loader = model.loader(batch_size=4096, shuffle=True, num_workers=8)
    optimizer = torch.optim.SparseAdam(list(model.parameters()), lr=0.01)
    start = time.perf_counter()
    batches = 0
    for positive, negative in loader:
        optimizer.zero_grad()
        loss = model.loss(positive.to("cuda"), negative.to("cuda"))
        loss.backward()
        optimizer.step()
        batches += 1
        if time.perf_counter() - start > 60:
            break
    torch.cuda.synchronize()
    seconds = time.perf_counter() - start
    whole = seconds * len(loader) / batches
    print(f"PyTorch Geometric node2vec, {nodes} nodes: {whole:.0f} s an epoch ({batches} of {len(loader)} batches run)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
