import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';

/** There is no key, and none can be made that would be of use. */
class KeyMissing extends Error {
  name = 'KeyMissing';
}

/** The key of this checkout, made when there is none: good for one machine. Ignored by git. */
const localKeyFile = path.join(repositoryRoot, '.skein-deploy-key.pem');

/**
 * The Ed25519 key with which releases of remotes are signed: the file of SKEIN_DEPLOY_KEY_FILE (PEM, PKCS 8), or the one of this
 * checkout. Servers never need it; they hand out what was signed.
 * @param options `mayMake: false` where a key made now could only be refused: a shell that is deployed already does not hold it
 */
export function deployKey({ mayMake = true } = {}) {
  const given = process.env.SKEIN_DEPLOY_KEY_FILE;
  if (given && !fs.existsSync(given))
    throw new KeyMissing(
      `SKEIN_DEPLOY_KEY_FILE names ${given}, which does not exist. Make one with: openssl genpkey -algorithm ed25519 -out ${given}`,
    );
  const file = given || localKeyFile;
  if (!fs.existsSync(file) && !mayMake)
    throw new KeyMissing(
      'There is no key to sign with: name the one whose public half the deployed shell holds in SKEIN_DEPLOY_KEY_FILE. None is made now, because every browser would refuse what it signs.',
    );
  if (!fs.existsSync(file)) {
    const text = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    try {
      fs.writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another build made it at the same moment: that one counts.
      if (error.code !== 'EEXIST') throw error;
    }
  }
  const key = createPrivateKey(fs.readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${file} holds a key of the kind ${key.asymmetricKeyType}; releases are signed with ed25519.`);
  return key;
}

/** The 32 bytes of a key's public half in base64url, as the shell wants them. */
export function publicKeyText(key) {
  return createPublicKey(key).export({ format: 'jwk' }).x;
}

/**
 * Keys whose signatures the shell accepts, built into its page: SKEIN_DEPLOY_PUBLIC_KEYS (several while a key is replaced, with
 * commas between them), or the public half of the key above.
 */
export function acceptedKeys() {
  const given = process.env.SKEIN_DEPLOY_PUBLIC_KEYS;
  return given
    ? given
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean)
    : [publicKeyText(deployKey())];
}
