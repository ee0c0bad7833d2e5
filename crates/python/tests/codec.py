"""The package as a codec for `gamewire conform`: every value becomes one of Python and is encoded from it."""

import json
import sys

import gamewire

# The deepest samples have 512 levels, and each is several of JSON.
sys.setrecursionlimit(20000)

for line in sys.stdin:
    try:
        case = json.loads(line)
        name, objects = case["dialect"], case.get("objects", False)
        if case["op"] == "decode":
            data = bytes.fromhex(case["hex"])
        else:
            data, objects = gamewire.from_json(json.dumps(case["value"]), name), True
        data = gamewire.encode(gamewire.decode(data, name, objects=objects), name)
        if case["op"] == "decode":
            # As text: Python writes infinite numbers otherwise.
            answer = f'{{"value":{gamewire.to_json(data, name, objects=True)}}}'
        else:
            answer = json.dumps({"hex": data.hex()})
    except Exception as error:
        answer = json.dumps({"error": repr(error)})
    print(answer, flush=True)
