#!/usr/bin/env python3
"""libgavel.so exports its public API and nothing of what it is made of; a program's own Lua or SQLite cannot meet ours."""

import os
import subprocess
import sys

LIBRARY = os.environ["LIBGAVEL"]


def symbols(*options):
    out = subprocess.run(["nm", "-D", "-C", *options, LIBRARY], check=True, capture_output=True, text=True).stdout
    return [line.split(None, 2)[-1] if not line.startswith(" ") else line.split(None, 1)[-1]
            for line in out.splitlines()]


def main():
    exported = symbols("--defined-only")
    if not any(name.startswith("gavel_turn") for name in exported):
        sys.exit("the C API is not exported")
    if not any("gavel::v1::Campaigns::turn(" in name for name in exported):
        sys.exit("the C++ API is not exported")
    alien = [name for name in exported if not name.startswith("gavel_") and "gavel::v1::" not in name]
    inner = [name for name in exported for word in ("lua_", "sqlite", "YAML", "nlohmann", "OrderedObject", "Inside", "Access")
             if word in name]
    needed = [name for name in symbols("--undefined-only") if name.split()[-1].startswith(("lua_", "luaL_"))]
    for kind, names in (("not ours", alien), ("of the inside", inner), ("of another Lua", needed)):
        for name in names[:20]:
            print(f"{kind}: {name}")
    if alien or inner or needed:
        sys.exit(f"{len(alien)} foreign, {len(inner)} inner and {len(needed)} Lua symbols")
    print(f"{len(exported)} symbols, all of them public")


if __name__ == "__main__":
    main()
