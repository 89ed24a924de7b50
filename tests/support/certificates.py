"""A certificate of this machine, for tests that speak TLS."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HERE = "127.0.0.1"


def write_certificate(path: Path) -> Path:
    """Write a file with a key and its certificate, for which only `SSL_CERT_FILE` vouches."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a machine of the tests")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address(HERE))]
    today = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    no_password = serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, no_password)
    path.write_bytes(private + made.public_bytes(pem))
    return path
