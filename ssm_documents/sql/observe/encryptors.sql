-- What opens encrypted databases here: certificates of master with their private key (MK: encrypted by the master key, as
-- encryption of databases wants it), and asymmetric keys, whose private part lies with a provider [reseeding#encrypted].
SELECT CONVERT(varchar(66), c.thumbprint, 1) AS thumbprint
FROM sys.certificates AS c
WHERE c.pvt_key_encryption_type = 'MK'
UNION ALL
SELECT CONVERT(varchar(66), k.thumbprint, 1)
FROM sys.asymmetric_keys AS k;
