#!/usr/bin/env python3
"""Installs the build, moves what came of it, and builds and runs the embedders' examples against that alone."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = os.environ["GAVEL_BUILD"]
CMAKE = os.environ.get("CMAKE", "cmake")
CXX = os.environ.get("CXX", "c++")
CC = os.environ.get("CC", "cc")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
# Headers of what libgavel is made of. An embedder needs none of them.
INSIDE = re.compile(r"(^|/)(lua|lauxlib|lualib|sqlite3|json|yaml|CLI|openssl|spdlog|sol)(\.hpp|\.h|/|-cpp/)")

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}")


def run(*command, **how):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **how)
    if done.returncode != 0:
        print(f"$ {' '.join(str(word) for word in command)}\n{done.stdout}{done.stderr}")
    return done


def installed(folder):
    """The installed tree, moved to where nobody told it that it would be."""
    first, prefix = folder / "first", folder / "moved here" / "gavel"
    if run(CMAKE, "--install", BUILD, "--prefix", first).returncode != 0:
        sys.exit("it does not install")
    prefix.parent.mkdir()
    first.rename(prefix)
    return prefix


def headers_of(prefix):
    return sorted((prefix / "include" / "gavel").iterdir())


def check_headers(prefix, folder):
    """Each is alone, and none leads to what libgavel is made of."""
    names = [path.name for path in headers_of(prefix)]
    check(len([name for name in names if name.endswith(".hpp")]) == 11, f"there are eleven public headers: {names}")
    for name in names:
        source = folder / "alone.cpp"
        source.write_text(f"#include <gavel/{name}>\n")
        done = run(CXX, "-std=c++20", *WARNINGS, "-fsyntax-only", "-H", "-I", prefix / "include", source)
        check(done.returncode == 0, f"{name} compiles alone, as C++20")
        included = [line.lstrip(". ") for line in done.stderr.splitlines() if line.startswith(".")]
        check(any("/gavel/" in path for path in included), f"{name}: the compiler said what it included")
        for path in included:
            ours = path.startswith(str(prefix))
            check(ours or not INSIDE.search(path), f"{name} includes {path}")
            check(ours or str(HERE.parent.parent) not in path, f"{name} includes the source tree's {path}")
    source = folder / "alone.c"
    source.write_text("#include <gavel/gavel.h>\n#include <gavel/gavel.h>\nint main(void) { return 0; }\n")
    for standard in ("c99", "c11"):
        done = run(CC, f"-std={standard}", *WARNINGS, "-fsyntax-only", "-I", prefix / "include", source)
        check(done.returncode == 0, f"gavel.h compiles as {standard}")


def expect_output(name, done):
    wanted = (HERE / name / "expected.txt").read_text(encoding="utf-8")
    check(done.returncode == 0, f"{name} ends with 0")
    if done.stdout != wanted:
        check(False, f"{name} prints what it should")
        print(f"---- wanted\n{wanted}---- printed\n{done.stdout}{done.stderr}----")


def check_cpp(prefix, folder):
    """With find_package(gavel), from a copy outside of the source tree."""
    source, build = folder / "embed_cpp", folder / "build_cpp"
    shutil.copytree(HERE / "embed_cpp", source)
    configured = run(CMAKE, "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={CXX}",
                     "-DCMAKE_BUILD_TYPE=Release")
    check(configured.returncode == 0, "find_package(gavel 0.2) finds the moved package")
    check(run(CMAKE, "--build", build).returncode == 0, "the C++ example builds")
    expect_output("embed_cpp", run(build / "evening", HERE / "game", folder / "evening.db"))
    # The same file by the installed program: the campaign is what the example left.
    told = run(prefix / "bin" / "gavel", "campaign", "verify", "evening", "--store", folder / "evening.db", "--json")
    check(told.returncode == 0 and '"ok":true' in told.stdout.replace(" ", ""), "gavel verifies the example's campaign")
    # A package of another version is not taken for this one.
    old = folder / "old"
    old.mkdir()
    (old / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.22)\nproject(old NONE)\n"
                                        "foreach(version 0.1 0.3 1.0 9.0)\n"
                                        "  find_package(gavel ${version} CONFIG QUIET)\n  if(gavel_FOUND)\n"
                                        "    message(SEND_ERROR \"taken for ${version}\")\n  endif()\nendforeach()\n")
    done = run(CMAKE, "-S", old, "-B", old / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    check(done.returncode == 0, "find_package(gavel 9.0), or of a minor version before or behind, does not find 0.2")


def flags(prefix):
    places = [str(path) for path in prefix.glob("lib*/**/pkgconfig")]
    where = dict(os.environ, PKG_CONFIG_PATH=":".join(places))
    done = run("pkg-config", "--cflags", "--libs", "gavel", env=where)
    check(done.returncode == 0, "pkg-config finds gavel")
    version = run("pkg-config", "--modversion", "gavel", env=where)
    check(version.stdout.strip() == run(prefix / "bin" / "gavel", "--version").stdout.split()[-1], "and its version")
    # A prefix may have blanks in it; pkg-config escapes them.
    return [word.replace("\\ ", " ") for word in re.findall(r"(?:\\ |\S)+", done.stdout)]


def check_c(prefix, folder):
    """With pkg-config and a plain C99 compiler."""
    library = next(prefix.glob("lib*/**/libgavel.so"))
    where = dict(os.environ, LD_LIBRARY_PATH=str(library.parent))
    built = {}
    options = flags(prefix)
    for name, source in (("embed_c", HERE / "embed_c" / "main.c"), ("misuse", HERE / "misuse.c")):
        built[name] = folder / f"{name}_program"
        done = run(CC, "-std=c99", "-g", *WARNINGS, source, "-o", built[name], *options)
        check(done.returncode == 0, f"{name} builds as C99")
    expect_output("embed_c", run(built["embed_c"], HERE / "game", env=where))
    done = run(built["misuse"], HERE / "game", env=where)
    check(done.returncode == 0, "every misuse is an error")
    if shutil.which("valgrind"):
        for name, program in built.items():
            done = run("valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=9", program,
                       HERE / "game", env=where)
            check(done.returncode == 0, f"{name} leaks nothing and touches nothing that is not its own")


def check_program(prefix, folder):
    """The installed program finds what comes with it where it lies now; GAVEL_SHARE names another place."""
    gavel = prefix / "bin" / "gavel"
    share = prefix / "share" / "gavel"
    mark = share / "plugins" / "only_here"
    shutil.copytree(share / "plugins" / "affection", mark)
    manifest = mark / "plugin.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("plugin: affection", "plugin: only_here"), encoding="utf-8")
    game = folder / "game_of_mark"
    game.mkdir()
    (game / "ruleset.yaml").write_text("ruleset: marked\nversion: 1.0.0\ntitle: {en: Marked, zh: 有记号}\nplugins: [only_here]\n")
    check(run(gavel, "check", game).returncode == 0, "a plugin of the moved tree is found")
    away = folder / "share of another"
    share.rename(away)
    done = subprocess.run([gavel, "check", game], capture_output=True, text=True)
    check(done.returncode != 0, "and is not found when the tree is without it")
    done = run(gavel, "check", game, env=dict(os.environ, GAVEL_SHARE=str(away)))
    check(done.returncode == 0, "GAVEL_SHARE names another folder")
    away.rename(share)
    shutil.rmtree(mark)


def check_readmes():
    """What the READMEs show of embedding are lines of the example, in its order."""
    example = [line for line in (HERE / "embed_cpp" / "main.cpp").read_text(encoding="utf-8").splitlines() if line.strip()]
    for name in ("host/api/README.md", "host/api/README.zh-CN.md"):
        text = (HERE.parent.parent / name).read_text(encoding="utf-8")
        shown = re.search(r"<!-- embedding:.*?-->\n```cpp\n(.*?)```", text, re.DOTALL)
        check(shown is not None, f"{name} shows how to embed")
        rest = iter(example)
        for line in (shown.group(1).splitlines() if shown else []):
            check(not line.strip() or line in rest, f"{name}: this is no line of the example behind those before it: {line}")


def main():
    check_readmes()
    with tempfile.TemporaryDirectory(prefix="gavel-installed-") as name:
        folder = pathlib.Path(name)
        prefix = installed(folder)
        for step in (check_headers, check_program, check_cpp, check_c):
            step(prefix, folder)
    if failures:
        sys.exit(f"{len(failures)} failed")
    print("the installed package is whole, and enough")


if __name__ == "__main__":
    main()
