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


for line in sys.stdin:
    planes = [int(plane, 16) for plane in line.split()]
    inputs = numpy.array([plane >> at & 1 for plane in planes for at in range(64)], "f4")
    first = numpy.maximum(layer("input", inputs), 0)
    second = numpy.maximum(layer("hidden", first), 0)
    print(*layer("value", second), *layer("policy", second))
