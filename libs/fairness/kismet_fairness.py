#!/usr/bin/env python3
"""The maths of the four games a second time, in another language and with nothing but Python's standard library.

It shares no line with the TypeScript of `src/`: both follow docs/concepts/fairness.md, so what one of them gets wrong the other shows. Maths version 1.
One file of Python 3.10 or newer, so that it can be taken away and read on its own.

    python3 kismet_fairness.py verify PROOF.json     checks a proof file: exit 0 when it is true, 1 when it is not, 2 when it was not checked
    python3 kismet_fairness.py vectors VECTORS.json  checks golden vectors: exit 0 when all are right, else 1 and the rows that are not
    python3 kismet_fairness.py results               answers a line of JSON for each line of JSON on its input: the result of a play

Numbers of money are paise, rolls and multipliers hundredths (multipliers of Dice ten-thousandths), all of them whole.
"""

import hashlib
import hmac
import json
import re
import sys
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from math import comb

VERSION = "1"
DIVISORS = {"mild": 50, "normal": 33, "hard": 20}
STOPS = [("seven", 1), ("diamond", 3), ("bell", 4), ("cherry", 6), ("lemon", 8), ("tiger", 10)]
TRIPLES = {"seven": 2000, "diamond": 1000, "bell": 500, "cherry": 300, "lemon": 300, "tiger": 300}
PAIR = 150
AUTO_CAPS = {3: 9945, 4: 14600, 5: 28147}
LONGEST_FLIGHT_MS = 92_104
CHAIN_MAX = 1_000_000
LARGEST_FILE_BYTES = 64 * 1024

SEED_FORM = re.compile(r"[0-9a-f]{64}\Z")
CLIENT_SEED_FORM = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


# --- Bytes ---------------------------------------------------------------------------------------------------------


def sha256_hex(text):
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def block(seeds, index):
    """Block 0 is keyed by `clientSeed:nonce`, block i by `clientSeed:nonce:i`. The key is the 64 characters of the server seed."""
    text = f"{seeds['clientSeed']}:{seeds['nonce']}" + (f":{index}" if index else "")
    return hmac.new(seeds["serverSeed"].encode("ascii"), text.encode("ascii"), hashlib.sha256).digest()


def draws(seeds):
    """Gives a function draw(n): whole numbers from 0 to n - 1, all equally likely, by rejection sampling of 4 bytes at a time."""

    def words():
        index = 0
        while True:
            data = block(seeds, index)
            for at in range(0, len(data), 4):
                yield int.from_bytes(data[at : at + 4], "big")
            index += 1

    stream = words()

    def draw(n):
        accepted = 2**32 // n * n
        return next(word for word in stream if word < accepted) % n

    return draw


def round_half_up(fraction):
    return (2 * fraction.numerator + fraction.denominator) // (2 * fraction.denominator)


# --- Games ---------------------------------------------------------------------------------------------------------


def dice_roll(seeds):
    return draws(seeds)(10_000)


def dice_payout(stake, roll_over, roll):
    """99 / (100 - roll-over) to 4 decimals, when the roll is at or above the roll-over."""
    multiplier = round_half_up(Fraction(99 * 100 * 10_000, 10_000 - roll_over))
    return stake * multiplier // 10_000 if roll >= roll_over else 0


def slots_reels(seeds):
    draw = draws(seeds)
    strip = [symbol for symbol, stops in STOPS for _ in range(stops)]
    return [strip[draw(len(strip))] for _ in range(3)]


def slots_multiplier(reels):
    different = len(set(reels))
    return TRIPLES[reels[0]] if different == 1 else PAIR if different == 2 else 0


def mines_board(seeds, mines):
    draw = draws(seeds)
    tiles = list(range(25))
    for i in range(mines):
        j = i + draw(25 - i)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return sorted(tiles[:mines])


def mines_multiplier(mines, opened):
    """0.95 / chance, to 2 decimals; 1 with no tile open."""
    if opened == 0:
        return 100
    return round_half_up(Fraction(95 * comb(25, opened), comb(25 - mines, opened)))


def mines_auto_multiplier(mines, tiles):
    """The tables of 3, 4 and 5 mines are the manual multiplier up to a cap; the others 0.98 x (25 / (25 - mines)) ^ tiles, floored, at least 1."""
    if tiles == 0:
        return 100
    if mines in AUTO_CAPS:
        return min(mines_multiplier(mines, tiles), AUTO_CAPS[mines])
    return max(98 * 25**tiles // (25 - mines) ** tiles, 100)


def crash_number(seeds):
    return int(block(seeds, 0).hex()[:13], 16)


def crash_point(h, divisor):
    if h % divisor == 0:
        return 100
    return max(100, min(10_000, (100 * 2**52 - 1) // h))


def flight_multiplier(ms):
    """m(t) = floor(100 x exp(0.00005 t)), up to 100.00."""
    if ms >= LONGEST_FLIGHT_MS:
        return 10_000
    exact = Context(prec=60)
    growth = exact.exp(exact.divide(Decimal(ms), Decimal(20_000)))
    return int(exact.multiply(growth, Decimal(100)).to_integral_value(ROUND_FLOOR))


def flight_instant(multiplier):
    """The first millisecond at which the flight has reached a multiplier."""
    low, high = 0, LONGEST_FLIGHT_MS
    while low < high:
        middle = (low + high) // 2
        if flight_multiplier(middle) >= multiplier:
            high = middle
        else:
            low = middle + 1
    return low


def aviator_payout(stake, crash, target, cashout_ms):
    """A target pays itself when the round reaches it; a cash-out before that, and before the crash, pays what the flight has reached."""
    reached = target if target is not None and target <= crash else None
    if cashout_ms is not None and cashout_ms < flight_instant(crash):
        if reached is None or cashout_ms < flight_instant(reached):
            return stake * flight_multiplier(cashout_ms) // 100
    return 0 if reached is None else stake * reached // 100


def hashed(seed, times):
    for _ in range(times):
        seed = sha256_hex(seed)
    return seed


def round_client_seed(salt, client_seeds):
    return sha256_hex(":".join([salt, *client_seeds]))


# --- Proofs --------------------------------------------------------------------------------------------------------


class Untrue(Exception):
    """A step of a proof that does not hold, by its name."""

    def __init__(self, step, why):
        super().__init__(why)
        self.step = step


class Unchecked(Exception):
    """There is no file, or the file is no proof."""


def need(holds, step, why):
    if not holds:
        raise Untrue(step, why)


def hundredths(number):
    """A number with at most two decimals as a whole number of hundredths; None for any other."""
    if isinstance(number, bool) or not isinstance(number, (int, float)) or abs(number) > 2**53 / 100:
        return None
    scaled = Decimal(str(number)) * 100
    return int(scaled) if scaled == int(scaled) and scaled >= 0 else None


def whole(number, least):
    return isinstance(number, (int, float)) and not isinstance(number, bool) and number == int(number) and least <= number < 2**53


def is_text(value):
    return isinstance(value, str) and len(value.encode("utf-16-le", "surrogatepass")) <= 2 * 200


def is_hex(value):
    return is_text(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < float("inf")


def list_of(is_entry):
    return lambda value: isinstance(value, list) and len(value) <= 25 and all(is_entry(entry) for entry in value)


BASE = {name: is_text for name in ("version", "game", "id", "clientSeed", "clientSeedBy")}
BASE |= {"serverSeed": is_hex, "serverSeedHash": is_hex, "nonce": is_number}
PARAMS = {
    "dice": {"rollOver": is_number},
    "slots": {},
    "mines": {"minesCount": is_number},
    "aviator": {
        **{name: is_text for name in ("volatilityMode", "chainId")},
        **{name: is_hex for name in ("salt", "chainEnd")},
        **{name: is_number for name in ("divisor", "firstRound")},
        "clientSeeds": list_of(is_text),
    },
}
OUTCOMES = {
    "dice": {"roll": is_number},
    "slots": {"reels": list_of(is_text)},
    "mines": {"minePositions": list_of(is_number)},
    "aviator": {"crashPoint": is_number},
}


def read_fields(fields, kinds):
    """The fields of these kinds, with hex in lower case. Raises Unchecked when one is missing or of another kind."""
    if not isinstance(fields, dict):
        raise Unchecked("This is no proof: a JSON object is missing")
    for name, is_kind in kinds.items():
        if not is_kind(fields.get(name)):
            raise Unchecked(f'This is no proof: the field "{name}" is missing or of another kind')
    return {name: fields[name].lower() if is_kind is is_hex else fields[name] for name, is_kind in kinds.items()}


def read_proof(data):
    """Reads `{ "proof": { ... } }` or the inner object alone. Raises Unchecked."""
    if not isinstance(data, dict):
        raise Unchecked("This is no proof: it is no JSON object")
    fields = data.get("proof", data)
    proof = read_fields(fields, BASE)
    game = proof["game"]
    if game not in PARAMS:
        raise Unchecked("This is no proof: the game is not dice, slots, mines or aviator")
    for name in ("stake", "payout"):
        if fields.get(name) is not None:
            proof |= read_fields(fields, {name: is_number})
    return proof, read_fields(fields.get("params"), PARAMS[game]), read_fields(fields.get("outcome"), OUTCOMES[game])


def money(proof):
    """Stake and payout in paise; None when the proof carries none."""
    if proof.get("stake") is None or proof.get("payout") is None:
        return None
    stake, payout = hundredths(proof["stake"]), hundredths(proof["payout"])
    need(stake is not None and payout is not None and 1 <= stake <= 10**8, "payout", "stake and payout are no amounts in rupees")
    return stake, payout


def need_payout(proof, is_possible):
    amounts = money(proof)
    if amounts is not None:
        need(is_possible(*amounts), "payout", f"{proof['payout']} is not what a stake of {proof['stake']} is paid")


def need_own_client_seed(proof):
    known = proof["clientSeedBy"] in ("player", "server") and CLIENT_SEED_FORM.match(proof["clientSeed"])
    need(known, "client-seed", "it is not 1 to 64 of A-Z a-z 0-9 _ -, made by the player or the server")


def verify_dice(proof, params, outcome):
    roll_over = hundredths(params["rollOver"])
    need(roll_over is not None and roll_over <= 9_999, "params", "the roll-over is not 0.00 to 99.99")
    need_own_client_seed(proof)
    roll = dice_roll(proof)
    need(hundredths(outcome["roll"]) == roll, "outcome", f"the roll is {roll / 100}")
    need_payout(proof, lambda stake, payout: payout == dice_payout(stake, roll_over, roll))


def verify_slots(proof, _params, outcome):
    need_own_client_seed(proof)
    reels = slots_reels(proof)
    need(outcome["reels"] == reels, "outcome", f"the reels are {', '.join(reels)}")
    need_payout(proof, lambda stake, payout: payout == stake * slots_multiplier(reels) // 100)


def verify_mines(proof, params, outcome):
    mines = params["minesCount"]
    need(whole(mines, 1) and mines <= 24, "params", "the mines are not 1 to 24")
    mines = int(mines)
    need_own_client_seed(proof)
    board = mines_board(proof, mines)
    need(outcome["minePositions"] == board, "outcome", f"the mines are at {board}")

    def is_possible(stake, payout):
        tiles = range(1, 26 - mines)
        tables = [table(mines, count) for count in tiles for table in (mines_multiplier, mines_auto_multiplier)]
        return payout in (0, stake) or any(payout == stake * multiplier // 100 for multiplier in tables)

    need_payout(proof, is_possible)


def verify_aviator(proof, params, outcome):
    divisor, mode = params["divisor"], params["volatilityMode"]
    need(DIVISORS.get(mode) == divisor, "params", "the divisor is not mild 50, normal 33 or hard 20")
    salt, client_seeds = params["salt"], params["clientSeeds"]
    makers = ("players",) if client_seeds else ("players", "server")
    formed = SEED_FORM.match(salt) and len(client_seeds) <= 3
    formed = formed and all(CLIENT_SEED_FORM.match(seed) for seed in client_seeds)
    made = formed and round_client_seed(salt, client_seeds) == proof["clientSeed"] and proof["clientSeedBy"] in makers
    need(made, "client-seed", "it is not SHA-256 of the salt and the client seeds of up to 3 bets")
    first = params["firstRound"]
    place = int(proof["nonce"] - first + 1)
    is_placed = whole(first, 1) and 1 <= place <= CHAIN_MAX
    belongs = is_placed and hashed(proof["serverSeed"], place) == params["chainEnd"]
    need(belongs, "chain", "the server seed does not lead to the end of the chain")
    crash = crash_point(crash_number(proof), int(divisor))
    need(hundredths(outcome["crashPoint"]) == crash, "outcome", f"the crash point is {crash / 100}")

    def is_possible(stake, payout):
        return payout == 0 or any(payout == stake * multiplier // 100 for multiplier in range(100, crash + 1))

    need_payout(proof, is_possible)


VERIFIERS = {"dice": verify_dice, "slots": verify_slots, "mines": verify_mines, "aviator": verify_aviator}


def verify(data):
    """Checks a proof. Raises Unchecked when it is none, and Untrue at the first step that does not hold."""
    proof, params, outcome = read_proof(data)
    need(proof["version"] == VERSION, "version", f"this program knows version {VERSION}")
    is_committed = SEED_FORM.match(proof["serverSeed"]) and sha256_hex(proof["serverSeed"]) == proof["serverSeedHash"]
    need(is_committed, "seed-hash", "SHA-256 of the server seed is not the commitment")
    need(whole(proof["nonce"], 1), "nonce", "it is not a whole number from 1")
    VERIFIERS[proof["game"]]({**proof, "nonce": int(proof["nonce"])}, params, outcome)
    return proof["game"]


# --- Commands ------------------------------------------------------------------------------------------------------


def no_number(name):
    raise ValueError(f"{name} is no JSON")


def read_json(path):
    """JSON in UTF-8, or in UTF-16 with its byte order mark, of at most 64 KiB. Raises Unchecked."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise Unchecked(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST_FILE_BYTES:
        raise Unchecked("This is no proof: the file is larger than 64 KiB")
    is_wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return json.loads(data.decode("utf-16" if is_wide else "utf-8-sig"), parse_constant=no_number)
    except UnicodeDecodeError as error:
        raise Unchecked("This is no proof: it is not text in UTF-8 or UTF-16") from error
    except (ValueError, RecursionError) as error:
        raise Unchecked("This is no proof: it is not JSON") from error


def verify_file(path):
    try:
        print(f"TRUE. A proof of {verify(read_json(path))}, computed again by another program.")
        return 0
    except Untrue as untrue:
        print(f"NOT TRUE, failed step: {untrue.step}. {untrue}")
        return 1


def result_of(play):
    """What a play comes to: its result, and its payout in paise."""
    game, stake = play["game"], play["stakePaise"]
    if game == "dice":
        roll = dice_roll(play)
        return {"roll": roll, "payoutPaise": dice_payout(stake, play["rollOver"], roll)}
    if game == "slots":
        reels = slots_reels(play)
        return {"reels": reels, "payoutPaise": stake * slots_multiplier(reels) // 100}
    if game == "mines":
        mines, opened = play["minesCount"], play["opened"]
        manual, auto = mines_multiplier(mines, opened), mines_auto_multiplier(mines, opened)
        payouts = {"payoutPaise": stake * manual // 100, "autoPayoutPaise": stake * auto // 100}
        return {"minePositions": mines_board(play, mines), **payouts}
    crash = crash_point(crash_number(play), play["divisor"])
    payout = aviator_payout(stake, crash, play["target"], play["cashoutMs"])
    return {"crashPoint": crash, "payoutPaise": payout}


def wrong_rows(vectors):
    """The golden vectors that this program computes otherwise, each as its kind and its place."""

    def rows(kind, is_right):
        for place, row in enumerate(vectors[kind]):
            if not is_right(row):
                yield f"{kind} {place}"

    yield from rows("dice", lambda row: hundredths(row["roll"]) == dice_roll(row) and sha256_hex(row["serverSeed"]) == row["serverSeedHash"])
    yield from rows("slots", lambda row: row["reels"] == slots_reels(row) and hundredths(row["multiplier"]) == slots_multiplier(row["reels"]))
    yield from rows("mines", lambda row: row["minePositions"] == mines_board(row, row["minesCount"]))
    yield from rows("aviator", lambda row: hundredths(row["crashPoint"]) == crash_point(crash_number(row), row["divisor"]))
    yield from rows("minesMultipliers", lambda row: hundredths(row["multiplier"]) == mines_multiplier(row["minesCount"], row["tiles"]))
    yield from rows("aviatorTime", lambda row: hundredths(row["multiplier"]) == flight_multiplier(row["ms"]))
    chain = vectors["aviatorChain"]
    for row in chain["rounds"]:
        seeds = {"serverSeed": row["serverSeed"], "clientSeed": row["clientSeed"], "nonce": row["roundNumber"]}
        crashes = {mode: hundredths(crash) for mode, crash in row["crashPoint"].items()}
        holds = (
            sha256_hex(row["serverSeed"]) == row["fairnessHash"]
            and hashed(row["serverSeed"], row["roundNumber"]) == chain["chainEnd"]
            and round_client_seed(chain["salt"], row["clientSeeds"]) == row["clientSeed"]
            and crashes == {mode: crash_point(crash_number(seeds), divisor) for mode, divisor in DIVISORS.items()}
        )
        if not holds:
            yield f"round {row['roundNumber']}"


def check_vectors(path):
    vectors = read_json(path)
    need(vectors.get("version") == VERSION, "version", f"this program knows version {VERSION}")
    wrong = list(wrong_rows(vectors))
    print("\n".join(wrong) if wrong else "All golden vectors are right.")
    return 1 if wrong else 0


def main(arguments):
    try:
        match arguments:
            case ["verify", path]:
                return verify_file(path)
            case ["vectors", path]:
                return check_vectors(path)
            case ["results"]:
                for line in sys.stdin:
                    print(json.dumps(result_of(json.loads(line))))
                return 0
            case _:
                raise Unchecked("Usage: kismet_fairness.py verify FILE, vectors FILE, or results")
    except (Unchecked, Untrue) as error:
        print(f"kismet_fairness.py: {error}", file=sys.stderr)
        return 2
    except Exception as error:  # An error of this program is no verdict.
        print(f"kismet_fairness.py: the check itself failed: {error!r}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
