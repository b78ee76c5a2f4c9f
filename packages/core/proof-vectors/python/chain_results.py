"""What block headers prove, and what remains to be looked up on a chain."""
import datetime
import re

from bitcoin_blocks import LEAST_FOLLOWING, dated_block
from proof_format import TAG
from messages import TABLES, say, shown


def check(name, outcome, detail):
    return {"what": say("check." + name), "outcome": outcome, "detail": detail}


def moment(seconds, with_time=True):
    time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    month = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[time.month - 1]
    day = f"{month} {time.day}, {time.year}"
    half = "AM" if time.hour < 12 else "PM"
    clock = f"{time.hour % 12 or 12}:{time.minute:02}:{time.second:02} {half}"
    return f"{day}, {clock} UTC" if with_time else day


def margin_of(chain):
    seconds = chain["marginSeconds"] if chain else 0
    if seconds % 3600 == 0:
        return say("margin.hours", count=seconds // 3600)
    return say("margin.minutes", count=seconds // 60)


def chain_of(chain_id):
    """Returns the kind of a chain, its name and its entry in the table."""
    if re.fullmatch("31337([0-9]{5})?", str(chain_id)):
        return "private", "a private test chain", None
    chain = next((one for one in TABLES["chains"] if one["chainId"] == chain_id), None)
    if chain is None:
        return "unknown", f"the unknown chain with id {chain_id}", None
    if chain["isTest"]:
        return "test", f"{chain['name']}, a test network", chain
    return "public", chain["name"], chain


def look_up(title, sentence, *values):
    return {"title": title, "sentence": sentence, "values": [(say("value." + name), value) for name, value in values]}


def anchor_look_up(anchor, root):
    if anchor["kind"] == "manual":
        sentence = say("lookup.manual.sentence", link=shown(anchor["link"]))
        return look_up(say("lookup.manual.title"), sentence, ("root", root))
    kind, name, chain = chain_of(anchor["chainId"])
    title, parts = say("lookup.evm.title", chain=name), {"time": moment(anchor["blockTime"]), "margin": margin_of(chain)}
    if has_evidence(anchor):
        block, block_hash = ("block", anchor["blockNumber"]), ("hash", anchor["blockHash"])
        return look_up(title, say("lookup.evidence." + kind, **parts), block, block_hash)
    return look_up(
        title,
        say("lookup.evm." + kind, **parts),
        ("transaction", anchor["transactionHash"]),
        ("data", "0x" + TAG.hex() + "01" + root),
        ("block", anchor["blockNumber"]),
        ("hash", anchor["blockHash"]),
    )


def has_evidence(anchor):
    return anchor.get("evidence") is not None


def evidence_check(anchor):
    what = say("check.evm", chain=chain_of(anchor["chainId"])[1])
    return {"what": what, "outcome": "fits", "detail": say("check.evm.fits")}


def token_checks(token):
    state, authority = token["state"], token["authority"]
    name = "qualified" if state == "known" and authority["qualified"] else state
    parts = {
        "authority": shown(authority["name"] if authority else ""),
        "time": moment(token["seconds"]),
        "until": moment(token["until"]),
    }
    revocation = "fits" if token["isRevocationChecked"] else "open"
    return [
        check("token", "fits" if state == "known" else "open", say("check.token." + name, **parts)),
        check("revocation", revocation, say("check.revocation." + revocation)),
    ]


def log_checks(log):
    """What the public log of a proof shows; nothing for a proof of version 1."""
    if log is None:
        return []
    if log["kind"] == "none":
        return [check("log", "open", say("check.log.none"))]
    parts = {"origin": shown(log["origin"]), "index": log["index"], "size": log["size"]}
    if log["kind"] == "unknown":
        return [check("log", "open", say("check.log.unknown", **parts))]
    cosigned = [
        check("cosigned", "fits", say("check.cosigned.fits", name=shown(name), time=moment(seconds)))
        for name, seconds in log["cosignatures"]
    ]
    return [check("log", "fits", say("check.log.known", **parts))] + cosigned


def renewal_check(number, seconds):
    """What a renewal shows. The time is None if none is proven."""
    if seconds is None:
        return check("renewal", "open", say("check.renewal.open", number=number))
    return check("renewal", "fits", say("check.renewal.fits", number=number, time=moment(seconds)))


def token_look_up(token):
    values = ("certificate", token["lastCertificate"])
    return look_up(say("lookup.token.title"), say("lookup.token.sentence"), values)


def token_bound(token):
    name = "proven.qualified.sentence" if token["authority"]["qualified"] else "proven.token.sentence"
    return token["seconds"], say(name, authority=shown(token["authority"]["name"]))


def anchor_look_ups(anchors, root, tokens):
    """Look-ups in the order of the anchors. Time-stamps come in the same order."""
    remaining_tokens = iter(tokens)
    for anchor in anchors:
        if anchor["kind"] == "rfc3161":
            token = next(remaining_tokens)
            if token["state"] == "unknown":
                yield token_look_up(token)
        elif anchor["kind"] != "opentimestamps":
            yield anchor_look_up(anchor, root)


def attestation_look_up(attestation, block):
    if attestation["kind"] == "bitcoin":
        height = attestation["height"]
        if block and block["kind"] in ("open", "proven"):
            hash_value = ("hash", block["hash"])
            if block["kind"] == "proven":
                sentence = say("lookup.proven.sentence", height=height)
                return look_up(say("lookup.proven.title"), sentence, hash_value)
            title = say("lookup.bitcoin.title", height=height)
            return look_up(title, say("lookup.header.sentence"), ("height", height), hash_value)
        merkle = ("merkle", attestation["message"][::-1].hex())
        title = say("lookup.bitcoin.title", height=height)
        return look_up(title, say("lookup.bitcoin.sentence"), ("height", height), merkle)
    if attestation["kind"] == "pending":
        values = ("calendar", attestation["uri"]), ("commitment", attestation["message"].hex())
        return look_up(say("lookup.pending.title"), say("lookup.pending.sentence"), *values)
    if "tag" in attestation:
        sentence = say("lookup.unreadable.kind", tag=attestation["tag"])
    elif "length" in attestation:
        sentence = say("lookup.unreadable.length", length=attestation["length"])
    else:
        sentence = say("lookup.unreadable.hash", hash=say("hash." + attestation["missingHash"]))
    return look_up(say("lookup.unreadable.title"), sentence)


def header_check(height, block):
    if block["kind"] == "proven":
        return check("header", "fits", say("check.header.proven", height=height, following=block["following"]))
    if block["kind"] != "open":
        return check("header", "fails", say("check.header." + block["kind"], height=height))
    if not block["known"]:
        return check("header", "open", say("check.header.no_checkpoint", height=height))
    parts = {"least": LEAST_FOLLOWING, "following": block["following"]}
    return check("header", "open", say("check.header.few_blocks", **parts))


def open_words(anchors, attestations, tokens):
    kinds = [chain_of(anchor["chainId"])[0] for anchor in anchors if anchor["kind"] == "evm"]
    if "public" in kinds or any(attestation["kind"] == "bitcoin" for attestation in attestations):
        return "holds", "open"
    if any(token["state"] == "unknown" for token in tokens):
        return "holds", "authority"
    if any(anchor["kind"] == "manual" for anchor in anchors):
        return "holds", "declared"
    if "unknown" in kinds:
        return "pending", "unknown"
    if kinds:
        return "pending", "test"
    if tokens:
        return "pending", "weak"
    is_unreadable = any(attestation["kind"] == "unreadable" for attestation in attestations)
    return "pending", "unreadable" if is_unreadable else "pending"


def key_of(attestation):
    if attestation["kind"] == "bitcoin":
        return attestation["height"], attestation["message"]
    if attestation["kind"] == "pending":
        return attestation["uri"], attestation["message"]
    return next(attestation[part] for part in ("tag", "length", "missingHash") if part in attestation)


def has_header_of(headers, attestations):
    """Whether a header has the Merkle root of an attestation."""
    roots = [attestation["message"] for attestation in attestations if attestation["kind"] == "bitcoin"]
    return any(header[36:68] in roots for header in headers)


def chain_result(anchors, root, attestations, beside):
    ots_attestations = [attestation for ots in beside["ots"] for attestation in ots["attestations"]]
    headers = beside["headers"]
    if not has_header_of(headers, attestations) and has_header_of(headers, ots_attestations):
        headers = []
    tokens, renewals = beside.get("tokens", []), beside.get("renewals", [])
    unique_attestations = list({key_of(one): one for one in attestations}.values())
    blocks = [
        dated_block(one["height"], one["message"], headers) if headers and one["kind"] == "bitcoin" else None
        for one in unique_attestations
    ]
    dated_attestations = [(one["height"], block) for one, block in zip(unique_attestations, blocks) if block]
    proven_attestations = [dating for dating in dated_attestations if dating[1]["kind"] == "proven"]
    open_attestations = [dating for dating in dated_attestations if dating[1]["kind"] == "open"]
    decisive_attestations = proven_attestations or open_attestations or dated_attestations[:1]
    result = {
        "checks": [evidence_check(anchor) for anchor in anchors if has_evidence(anchor)]
        + [one for token in tokens for one in token_checks(token)]
        + [header_check(*dating) for dating in decisive_attestations],
        "lookUps": [*anchor_look_ups(anchors, root, tokens)]
        + [attestation_look_up(*pair) for pair in zip(unique_attestations, blocks)],
    }
    if decisive_attestations and not open_attestations and not proven_attestations:
        return {**words_of("refused", "contradicted"), **result}
    bounds = [(block["time"], say("proven.sentence")) for _, block in proven_attestations]
    bounds += [token_bound(token) for token in tokens if token["state"] == "known"]
    bounds += [(seconds, say("proven.renewal.sentence")) for seconds in renewals if seconds is not None]
    if bounds:
        seconds, sentence = min(bounds, key=lambda bound: bound[0])
        title = say("proven.title", day=moment(seconds, with_time=False))
        return {"tone": "proven", "title": title, "sentences": [sentence], **result}
    return {**words_of(*open_words(anchors, unique_attestations, tokens)), **result}


def words_of(tone, about):
    return {"tone": tone, "title": say(about + ".title"), "sentences": [say(about + ".sentence")]}
