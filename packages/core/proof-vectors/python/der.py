"""Reads DER (X.690), which certificates and time-stamps are written in."""
import calendar
import re


class TokenError(Exception):
    """Why a time-stamp is refused."""

    def __init__(self, flaw):
        super().__init__(flaw)
        self.flaw = flaw


def require_that(condition, flaw):
    if not condition:
        raise TokenError(flaw)


class Value:
    """A value with its tag, all of its bytes, and its content."""

    def __init__(self, tag, raw, body):
        self.tag, self.raw, self.body = tag, raw, body


def values_in(data):
    """Reads the values that fill some bytes. BER, which has other lengths than the shortest, is refused."""
    values, at = [], 0
    while at < len(data):
        start = at
        require_that(at + 2 <= len(data) and data[at] & 31 != 31, "structure")
        tag, length = data[at], data[at + 1]
        at += 2
        if length >= 0x80:
            width = length - 0x80
            require_that(0 < width <= 3, "ber")
            require_that(at + width <= len(data), "structure")
            length = int.from_bytes(data[at : at + width], "big")
            require_that(length >= 0x80 and data[at] != 0, "ber")
            at += width
        end = at + length
        require_that(end <= len(data), "structure")
        values.append(Value(tag, data[start:end], data[at:end]))
        at = end
    return values


def only(data, tag):
    values = values_in(data)
    require_that(len(values) == 1 and values[0].tag == tag, "structure")
    return values[0].body


class Fields:
    """Takes the values of a SEQUENCE in order."""

    def __init__(self, body):
        self.values = values_in(body)

    def optional(self, tag):
        return self.values.pop(0) if self.values and self.values[0].tag == tag else None

    def next(self, tag):
        value = self.optional(tag)
        require_that(value is not None, "structure")
        return value

    def sequence(self):
        return Fields(self.next(0x30).body)

    def oid(self):
        return self.next(0x06).body.hex()

    def sequences(self):
        """Takes SEQUENCEs as long as there are any."""
        sequences = []
        while self.values and self.values[0].tag == 0x30:
            sequences.append(self.values.pop(0))
        return sequences

    def time(self):
        return time_of(self.optional(0x17) or self.next(0x18))[0]

    def end(self):
        require_that(not self.values, "structure")


def fields_of(data):
    """The fields of the one SEQUENCE that fills some bytes."""
    return Fields(only(data, 0x30))


def number_of(body):
    require_that(0 < len(body) <= 4 and body[0] < 0x80, "structure")
    return int.from_bytes(body, "big")


def time_of(value):
    """Returns the seconds since 1970 of a UTCTime or a GeneralizedTime, and whether it has a fraction."""
    pattern = rb"(\d\d)(\d{10})()Z" if value.tag == 0x17 else rb"(\d{4})(\d{10})((?:\.\d{0,9}[1-9])?)Z"
    match = re.fullmatch(pattern, value.body[:40])
    require_that(match is not None, "structure")
    year, rest = int(match[1]), match[2].decode()
    if len(match[1]) == 2:
        year += 2000 if year < 50 else 1900
    month, day, hour, minute, second = (int(rest[n : n + 2]) for n in range(0, 10, 2))
    is_date = year >= 1950 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
    require_that(is_date and hour < 24 and minute < 60 and second < 60, "structure")
    return calendar.timegm((year, month, day, hour, minute, second)), match[3] != b""
