"""The kernels for GPUs: what is built, and that they play the same games on a GPU."""
import json
import os
import re
import shutil
import sys

import numpy as np
import pytest
from research.courses import COURSES, courses

import tafelrunde as tr
from tafelrunde.kernel.record import state_dtype
from tafelrunde.kernel.targets import cuda as target
from tafelrunde.research import Batch
from tafelrunde.research.asking import BatchError


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TAFELRUNDE_CACHE", str(tmp_path))
    return tmp_path


ARRAY = ["b64"] * 7
"""How an array of records is passed; others are one address."""
PARAMETERS = {"advance": ["b64"] * 13, "look": ["b64"] * 7, "redraw": [*ARRAY, *["b64"] * 3], "whose": [*ARRAY, *["b64"] * 5],
              "tally": [*ARRAY, *["b64"] * 3], "first_illegal": ["b64"] * 3 + ARRAY + ["b64"], "choose": ["b64"] * 5,
              "playouts": ["b64"] * 8}
CONSTANTS = 65536
"""The bytes of constant memory that a GPU has."""


def parameters(code, name):
    """The parameters of an entry point of PTX, by width."""
    found = re.search(rf"\.visible \.entry {name}\(\s*(.*?)\s*\)", code, re.S)
    assert found, name
    return [width.replace("u64", "b64") for width in re.findall(r"\.param \.(\w+)", found[1])]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler does not exist for macOS: no kernels can be built")
@pytest.mark.parametrize(("title", "only"), [("toledo", ()), *((title, ("redraw", "whose", "tally")) for title in tr.games()
                                                                if title != "toledo")])
def test_kernels_are_built_from_the_rules(title, only, own_cache):
    """Of Toledo all, which takes half a minute; of the others those that need seconds.  What they
    are, and for whom.
    """
    game = tr.game(title)
    folder = target.build(game, only)
    assert own_cache in folder.parents
    contents = json.loads((folder / target.CONTENTS).read_text("utf-8"))
    assert (contents["title"], sorted(contents["kernels"])) == (title, sorted(only or PARAMETERS))
    assert contents["state"] - state_dtype(game.fields).itemsize in (0, 8)
    for name in contents["kernels"]:
        code = (folder / f"{name}.ptx").read_text("utf-8")
        assert parameters(code, name) == PARAMETERS[name], name
        assert re.search(rf"^\.version {target.PTX_VERSION}$", code, re.M)
        assert re.search(r"^\.target sm_75\b", code, re.M)
        assert "st.global" in code or "atom.global" in code
        assert sum(map(int, re.findall(r"\.const .*\[(\d+)\]", code))) <= CONSTANTS, name
        tables = re.findall(r"\.const (\.align \d+ \.b8) \S+?(\[\d+\] = \{[^}]*\})", code)
        assert len(tables) == len(set(tables)), name
    assert target.find(game)[0] == folder


SOME_PTX = """
.const .align 1 .b8 _cudapy_cmem[2] = {1, 2};
.const .align 1 .b8 _cudapy_cmem_$_1$7[2] = {1, 2};
.const .align 1 .b8 _cudapy_cmem_$_1$70[2] = {1, 3};
.const .align 2 .b8 _cudapy_cmem$8[2] = {1, 2};
    mov.u64 %rd1, _cudapy_cmem_$_1$7;
    mov.u64 %rd2, _cudapy_cmem_$_1$70;
    mov.u64 %rd3, _cudapy_cmem$8;
"""


def test_equal_tables_are_kept_once():
    kept = target.once(SOME_PTX)
    assert re.findall(r"(\w+[\w$]*)\[2\]", kept) == ["_cudapy_cmem", "_cudapy_cmem_$_1$70", "_cudapy_cmem$8"]
    assert re.findall(r"%rd\d, (.*);", kept) == ["_cudapy_cmem", "_cudapy_cmem_$_1$70", "_cudapy_cmem$8"]


def test_machine_code_goes_before_ptx_on_its_own_gpus(tmp_path, monkeypatch):
    head = f".version {target.PTX_VERSION}\n.target sm_75\n.address_size 64\n"
    (tmp_path / "look.ptx").write_text(head + ".visible .entry look() { ret; }\n")
    if shutil.which("ptxas"):
        target.assemble(tmp_path, 90)
        assert target.code_for(tmp_path, "look", "90").read_bytes().startswith(b"\x7fELF")
        assert target.code_for(tmp_path, "look", "80").suffix == ".ptx"
        (tmp_path / "look.ptx").write_text("no code")
        with pytest.raises(target.NoKernels, match=r"ptxas refused look\.ptx"):
            target.assemble(tmp_path, 90)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(target.NoKernels, match="CUDA toolkit"):
        target.assemble(tmp_path, 90)


def test_kernels_lie_beside_the_processors_code(own_cache):
    """One digest: the processor's code and the kernels are stored under the same one."""
    game = tr.game("toledo")
    from tafelrunde.kernel import batching
    from tafelrunde.kernel.targets.numba import Compiled

    compiled = Compiled(game, batching, target.observers(game))
    assert compiled.home.parent == target.home(game).parent
    assert compiled.home.parent.parent == own_cache


def test_what_is_missing_is_said(own_cache, monkeypatch):
    game = tr.game("toledo")
    with pytest.raises(target.NoKernels, match="tafelrunde build-kernels --target cuda toledo"):
        target.find(game)
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    monkeypatch.delattr("numba.cuda", raising=False)
    monkeypatch.delitem(sys.modules, "tafelrunde.kernel.targets.cuda_kernels", raising=False)
    with pytest.raises(target.NoKernels, match=r"tafelrunde\[cuda\]"):
        target.build(game)
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(BatchError, match="needs CuPy"):
        Batch("toledo", 2, device="cuda")


def test_a_number_too_large_for_the_gpu_does_not_become_a_small_one():
    from tafelrunde.research.cuda import Cuda

    there = object.__new__(Cuda)
    there.np, there.n, there.game = np, 3, tr.game("toledo")
    assert there.given(np.array([5, 2**32 + 5, -2**32 + 5])).tolist() == [5, 482, 482]
    assert there.given(np.array([5, 2**64 - 1, 7], np.uint64)).tolist() == [5, 482, 7]
    assert there.given(np.array([5, -1, 7], np.int32)).tolist() == [5, -1, 7]


class Broken(Exception):
    pass


def fake_cupy(trouble):
    """As much of CuPy as is checked before anything runs, on a machine with some problem."""
    from types import SimpleNamespace

    def count():
        if isinstance(trouble, str):
            raise Broken(trouble)
        return trouble

    runtime = SimpleNamespace(CUDARuntimeError=Broken, getDeviceCount=count)
    return SimpleNamespace(cuda=SimpleNamespace(runtime=runtime))


@pytest.mark.parametrize(("trouble", "says"), [
    (0, "there is no NVIDIA GPU here"), ("cudaErrorNoDevice: no CUDA-capable device is detected", "no NVIDIA GPU"),
    ("cudaErrorInsufficientDriver: CUDA driver version is insufficient", "driver is too old")])
def test_a_machine_without_a_gpu_is_told_so(trouble, says, monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", fake_cupy(trouble))
    with pytest.raises(BatchError, match=says):
        Batch("toledo", 2, device="cuda")


# ------------------------------------------------------------ on a GPU


def gpu():
    """CuPy on a GPU; the test is skipped if there is none."""
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed: nothing runs on a GPU here")
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        found = 0
    if not found:
        pytest.skip("there is no NVIDIA GPU here")
    return cupy


def built(title):
    try:
        target.find(tr.game(title))
    except target.NoKernels as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("title", COURSES)
def test_the_gpu_plays_the_processors_games(title):
    """Seats, masks, points, results, observations, whole states; clones, other worlds, saved
    games.
    """
    gpu()
    pytest.importorskip("numba", reason="Numba is not installed: nothing to compare with (see courses.py)")
    built(title)
    assert courses("cuda", [title]) == courses("cpu", [title])


def on_gpu(**more):
    cupy = gpu()
    built("toledo")
    return cupy, Batch("toledo", 2, n=64, device="cuda", **more)


def test_pytorch_shares_the_gpus_arrays():
    _, batch = on_gpu()
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: nothing to share arrays with")
    for array in (batch.seat, batch.done, batch.legal_words, batch.observe(), batch.observe("floats"), batch.legal):
        shared = torch.from_dlpack(array)
        assert (shared.data_ptr(), tuple(shared.shape)) == (array.data.ptr, array.shape)
    seats, before = torch.from_dlpack(batch.seat), batch.seat.get().tolist()
    batch.step(torch.from_dlpack(batch.random_actions()))
    assert seats.tolist() == batch.seat.get().tolist() != before


def test_jax_shares_the_gpus_arrays():
    _, batch = on_gpu()
    jax = pytest.importorskip("jax", reason="JAX is not installed: nothing to share arrays with")
    if not any(d.platform == "gpu" for d in jax.devices()):
        pytest.skip("JAX sees no GPU here")
    for array in (batch.seat, batch.observe(), batch.observe("floats"), batch.legal_words):
        cells = array if array.ndim == 1 else array.T
        shared = jax.dlpack.from_dlpack(cells)
        assert shared.unsafe_buffer_pointer() == array.data.ptr
        assert shared.shape == cells.shape
    batch.step(jax.numpy.asarray(batch.random_actions().get()))
    assert batch.steps == 1


def test_mistakes_on_the_gpu_are_named_and_nothing_happens():
    cupy, batch = on_gpu()
    before = batch.engine.pool.get().tobytes()
    with pytest.raises(tr.IllegalAction, match="game 0"):
        batch.step(cupy.full(64, 481, cupy.int32))
    with pytest.raises(BatchError, match="actions: "):
        batch.step(cupy.zeros(63, cupy.int32))
    assert batch.engine.pool.get().tobytes() == before


def test_more_games_than_the_gpu_holds_are_refused():
    on_gpu()
    with pytest.raises(BatchError, match="do not fit"):
        Batch("toledo", 2, n=2**31 - 1, device="cuda")
    assert (Batch("toledo", 2, n=3, device="cuda").seat.get() >= 0).all()


def test_a_hidden_gpu_is_said_to_be_missing():
    import subprocess

    on_gpu()
    code = "from tafelrunde.research import Batch\nBatch('toledo', 2, device='cuda')"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                           env={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
    assert "device: there is no NVIDIA GPU" in found.stderr


def test_kernels_for_a_newer_driver_are_refused_in_words(tmp_path, monkeypatch):
    gpu()
    built("toledo")
    folder, _ = target.find(tr.game("toledo"))
    monkeypatch.setenv("TAFELRUNDE_CACHE", str(tmp_path))
    there = target.home(tr.game("toledo"))
    shutil.copytree(folder, there)
    for file in there.glob("*.ptx"):
        file.write_text(re.sub(r"^\.version .*", ".version 99.0", file.read_text("utf-8"), flags=re.M), "utf-8")
    with pytest.raises(BatchError, match="driver is too old: it cannot read PTX"):
        Batch("toledo", 2, device="cuda")


def test_floats_on_the_gpu_are_the_processors():
    cupy = gpu()
    pytest.importorskip("numba", reason="Numba is not installed: nothing to compare with")
    built("toledo")
    here, there = (Batch("toledo", 3, n=32, seed=1, device=d) for d in ("cpu", "cuda"))
    assert np.allclose(cupy.asnumpy(there.observe("floats")), here.observe("floats"), atol=1e-6)


def test_the_digest_is_the_same_in_every_process():
    """Of König & Intrigant, whose rules and data lie in two packages with files of the same
    names.
    """
    import subprocess

    code = "import tafelrunde as tr\nfrom tafelrunde.kernel.targets import cuda\nprint(cuda.home(tr.game('king_and_intriguer')))"
    found = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                            env={**os.environ, "PYTHONHASHSEED": seed}).stdout for seed in "12"]
    assert found[0] == found[1]
