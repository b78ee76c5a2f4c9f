#!/bin/sh
# Makes tokens.json: time-stamps of one root by the real `openssl ts` and `openssl cms`, with lists and answers about their
# certificates: sh make-tokens.sh ROOT > tokens.json. Needs openssl 3. Keys are thrown away, so each run gives other tokens;
# the vectors are made from the published file.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > tsa.cnf <<'CNF'
[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256, sha384, sha512
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[signer]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[responder]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = OCSPSigning
[ca]
default_ca = own_ca
[own_ca]
database = index.txt
crlnumber = crlnumber
default_md = sha256
default_crl_days = 30
CNF
printf 01 > serial
printf 01 > crlnumber
touch index.txt
authority() { # name, key options
  name=$1; shift
  openssl genpkey "$@" -out "$name.key" 2> /dev/null
  openssl req -x509 -new -key "$name.key" -sha384 -days 27000 -subj "/O=Test/CN=$name" -out "$name.pem" \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign'
}
certificate() { # name, authority, section, key options
  name=$1; issuer=$2; section=$3; shift 3
  openssl genpkey "$@" -out "$name.key" 2> /dev/null
  openssl req -new -key "$name.key" -subj "/O=Test/CN=$name" -out "$name.csr"
  openssl x509 -req -in "$name.csr" -CA "$issuer.pem" -CAkey "$issuer.key" -set_serial "0x$(openssl rand -hex 7)" \
    -sha384 -days 27000 -extfile tsa.cnf -extensions "$section" -out "$name.pem" 2> /dev/null
}
authority ec-root -algorithm EC -pkeyopt ec_paramgen_curve:P-384
authority rsa-root -algorithm RSA -pkeyopt rsa_keygen_bits:4096
certificate rsa rsa-root signer -algorithm RSA -pkeyopt rsa_keygen_bits:3072
certificate pss rsa-root signer -algorithm RSA -pkeyopt rsa_keygen_bits:2048
certificate p256 ec-root signer -algorithm EC -pkeyopt ec_paramgen_curve:P-256
certificate p384 ec-root signer -algorithm EC -pkeyopt ec_paramgen_curve:P-384
certificate p521 ec-root signer -algorithm EC -pkeyopt ec_paramgen_curve:P-521
certificate responder ec-root responder -algorithm EC -pkeyopt ec_paramgen_curve:P-256
for signer in rsa p256 p384 p521; do
  openssl ts -query -digest "$root" -sha256 -cert -out query.tsq 2> /dev/null
  openssl ts -reply -config tsa.cnf -queryfile query.tsq -signer "$signer.pem" -inkey "$signer.key" -token_out -out "$signer.tst" 2> /dev/null
done
# The same time-stamp, signed with RSASSA-PSS, which `openssl ts` cannot do.
openssl cms -verify -noverify -inform DER -in rsa.tst -certfile rsa.pem -out info.der 2> /dev/null
openssl cms -sign -binary -nodetach -nosmimecap -cades -outform DER -md sha384 -econtent_type 1.2.840.113549.1.9.16.1.4 \
  -in info.der -signer pss.pem -inkey pss.key -keyopt rsa_padding_mode:pss -keyopt rsa_pss_saltlen:48 -out pss.tst
for name in ec-root rsa-root; do
  openssl ca -gencrl -config tsa.cnf -cert "$name.pem" -keyfile "$name.key" -out "$name.crl" 2> /dev/null
  openssl crl -in "$name.crl" -outform DER -out "$name.crl.der"
done
serial=$(openssl x509 -in p256.pem -noout -serial | cut -d= -f2)
printf 'V\t20991231235959Z\t\t%s\tunknown\t/O=Test/CN=p256\n' "$serial" > answers.txt
openssl ocsp -issuer ec-root.pem -cert p256.pem -reqout request.der -no_nonce > /dev/null
openssl ocsp -index answers.txt -rsigner responder.pem -rkey responder.key -CA ec-root.pem -reqin request.der -respout p256.ocsp -ndays 30 > /dev/null 2>&1
encoded() { base64 -w0 "$1"; }
der() { openssl x509 -in "$1.pem" -outform DER | base64 -w0; }
cat <<JSON
{
  "root": "$root",
  "certificates": { "ec-root": "$(der ec-root)", "rsa-root": "$(der rsa-root)" },
  "tokens": {
    "rsa": "$(encoded rsa.tst)",
    "pss": "$(encoded pss.tst)",
    "p256": "$(encoded p256.tst)",
    "p384": "$(encoded p384.tst)",
    "p521": "$(encoded p521.tst)"
  },
  "crl": { "ec-root": "$(encoded ec-root.crl.der)", "rsa-root": "$(encoded rsa-root.crl.der)" },
  "ocsp": { "p256": "$(encoded p256.ocsp)" }
}
JSON
