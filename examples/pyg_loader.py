"""PyTorch Geometric: a Data in, its codes as features out, and a small network trained on mini-batches.

    python examples/pyg_loader.py

The graph has no features at all. With its codes as data.x a GraphSAGE has something to work with; and because a code
is a short list of indices, an EmbeddingBag reads it with 28 look-ups in place of 1,800 multiplications.
"""

import torch
import torch.nn.functional as F
from columnar_embedder import ColumnarEmbedder
from torch_geometric.data import Data
from torch_geometric.loader import RandomNodeLoader
from torch_geometric.nn import SAGEConv
from torch_geometric.utils import stochastic_blockmodel_graph

torch.manual_seed(1)

# Six communities of 100 nodes; a few in a hundred have a known class.
sizes = [100] * 6
chances = torch.full((6, 6), 0.004) + torch.eye(6) * 0.06
data = Data(edge_index=stochastic_blockmodel_graph(sizes, chances), num_nodes=sum(sizes))
data.y = torch.arange(6).repeat_interleave(100)
data.train_mask = torch.rand(data.num_nodes) < 0.05
print(f"{data.num_nodes} nodes, {data.num_edges // 2} edges, {int(data.train_mask.sum())} with a known class")

# A Data goes in as it is; rows of the codes are rows of the Data.
table = ColumnarEmbedder(random_state=1).fit(data).codes_.select("all")
data.x = torch.from_numpy(table.to_dense("float32"))  # 0 and 1: features for any layer
data.sdr = torch.from_numpy(table.indices.astype("int64"))  # the active bits: for an EmbeddingBag
print(f"data.x is {tuple(data.x.shape)}, data.sdr is {tuple(data.sdr.shape)}\n")


class Sage(torch.nn.Module):
    """One layer that looks at the bits, one that looks at the neighbours."""

    def __init__(self, bits, classes, hidden=32):
        super().__init__()
        self.bits = torch.nn.EmbeddingBag(bits, hidden, mode="mean")
        self.sage = SAGEConv(hidden, classes)

    def forward(self, batch):
        return self.sage(F.relu(self.bits(batch.sdr)), batch.edge_index)


def accuracy(model):
    model.eval()
    with torch.no_grad():
        right = model(data).argmax(dim=1) == data.y
    return float(right[~data.train_mask].float().mean())


# The loader cuts the graph into random parts and takes x, sdr, y and the masks along.
loader = RandomNodeLoader(data, num_parts=4, shuffle=True)
model = Sage(table.shape[1], 6)
optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
print("epoch  loss   accuracy of nodes without a known class")
for epoch in range(1, 31):
    model.train()
    losses = []
    for batch in loader:
        if not batch.train_mask.any():
            continue
        loss = F.cross_entropy(model(batch)[batch.train_mask], batch.y[batch.train_mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if epoch in (1, 10, 20, 30):
        print(f"{epoch:5}  {sum(losses) / len(losses):.3f}  {100 * accuracy(model):.1f} %")

# No training at all: the class of the most alike node with a known one.
known = data.train_mask.nonzero().ravel().tolist()
overlaps = torch.stack([torch.from_numpy(table.overlaps(node)) for node in known])
nearest = data.y[known][overlaps.argmax(dim=0)]
right = (nearest == data.y)[~data.train_mask].float().mean()
print(f"\nWithout any training, by the most alike known node: {100 * float(right):.1f} %")
