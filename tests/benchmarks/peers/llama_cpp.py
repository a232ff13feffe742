"""llama.cpp, built once from the source package of llama-cpp-python, for this processor."""

import pathlib
import subprocess
import sys
import tarfile

VERSION = "0.3.36"  # of the package: figures of different versions cannot be compared
PROGRAMS = ("llama-bench", "llama-batched-bench", "llama-mtmd-cli", "llama-perplexity")
OPTIONS = (
    "CMAKE_BUILD_TYPE=Release", "GGML_NATIVE=ON", "GGML_OPENMP=ON", "BUILD_SHARED_LIBS=OFF", "LLAMA_OPENSSL=OFF",
    "LLAMA_BUILD_SERVER=OFF", "LLAMA_BUILD_APP=OFF", "LLAMA_BUILD_TESTS=OFF", "LLAMA_BUILD_EXAMPLES=OFF",
    "LLAMA_BUILD_NUMBER=0", "LLAMA_BUILD_COMMIT=package",
)  # fmt: skip


def run(*command):
    subprocess.run(list(map(str, command)), check=True, stdout=sys.stderr)


def package(folder):
    """The source package, fetched unless it is there."""
    file = folder / f"llama_cpp_python-{VERSION}.tar.gz"
    if not file.exists():
        run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "llama-cpp-python",
            "--dest", folder, f"llama-cpp-python=={VERSION}")  # fmt: skip
    return file


def sources(folder):
    inside = f"llama_cpp_python-{VERSION}/vendor/llama.cpp"
    if not (folder / inside).exists():
        with tarfile.open(package(folder)) as archive:
            members = [member for member in archive if member.name.startswith(inside + "/")]
            archive.extractall(folder, members, filter="data")
    return folder / inside


def built_programs(folder: pathlib.Path):
    """Where each of PROGRAMS lies, by name. The first time, building takes about 15 minutes of a quiet machine."""
    build = folder / "build"
    programs = {name: build / "bin" / name for name in PROGRAMS}
    if not all(program.exists() for program in programs.values()):
        run("cmake", "-G", "Ninja", "-S", sources(folder), "-B", build, *(f"-D{option}" for option in OPTIONS))
        run("ninja", "-C", build, *PROGRAMS)
    return programs
