"""What a network says of boards, worked out by NumPy from its file alone.

Usage: network.py FILE.safetensors < boards. A board is a line of two hexadecimal numbers, the
mover's discs and the opponent's, a1 the lowest bit; for each comes a line of 65 numbers, the value
before the hyperbolic tangent and the 64 logits of the policy.
"""

import json
import sys

import numpy

content = open(sys.argv[1], "rb").read()
length = int.from_bytes(content[:8], "little")
tensors = {
    name: numpy.frombuffer(content[8 + length:][slice(*entry["data_offsets"])], "<f4").reshape(entry["shape"])
    for name, entry in json.loads(content[8:8 + length]).items() if name != "__metadata__"
}


def layer(name, inputs):
    return tensors[name + ".weight"] @ inputs + tensors[name + ".bias"]


def convolution(name, inputs):
    """Nine windows of the board with zeros around it, one for each weight of a pair of channels."""
    rimmed = numpy.pad(inputs, ((0, 0), (1, 1), (1, 1)))
    sums = tensors[name + ".bias"][:, None, None]
    for row in range(3):
        for column in range(3):
            weights = tensors[name + ".weight"][:, :, row, column]
            sums = sums + numpy.tensordot(weights, rimmed[:, row:row + 8, column:column + 8], 1)
    return sums


for line in sys.stdin:
    planes = [int(plane, 16) for plane in line.split()]
    inputs = numpy.array([plane >> at & 1 for plane in planes for at in range(64)], "f4")
    if "conv1.weight" in tensors:
        units = inputs.reshape(2, 8, 8)
        for layer_number in range(1, 1 + sum(name.startswith("conv") for name in tensors) // 2):
            units = numpy.maximum(convolution(f"conv{layer_number}", units), 0)
        policy = (tensors["policy.weight"].T * units.reshape(-1, 64)).sum(0) + tensors["policy.bias"]
        print(*layer("value", units.flatten()), *policy)
        continue
    first = numpy.maximum(layer("input", inputs), 0)
    second = numpy.maximum(layer("hidden", first), 0)
    print(*layer("value", second), *layer("policy", second))
