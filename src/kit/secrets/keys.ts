import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

declare module '../jobs/jobs.ts' {
  interface JobTools {
    keys: Keys
  }
}

/** Keys for each purpose, derived from the master key. */
export type Keys = ReturnType<typeof keysFrom>

/**
 * Seals and signs with the first master key. During a rotation there are older ones after it: values made with them can still be
 * opened and verified.
 */
export function keysFrom(newest: Buffer, ...older: Buffer[]) {
  const [keyFor, ...olderKeysFor] = [newest, ...older].map(derivedFrom) as [KeyFor, ...KeyFor[]]
  const macWith = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()
  const seal = (purpose: string, plain: string | Buffer, of?: string) => sealWith(keyFor(purpose), plain, of)
  const open = (purpose: string, sealed: Buffer, of?: string) =>
    firstOf([keyFor, ...olderKeysFor], (each) => openWith(each(purpose), sealed, of))
  const isMade = (text: string, mac: Buffer) => (key: KeyObject) => {
    const right = macWith(key, text)
    return right.length === mac.length && timingSafeEqual(right, mac)
  }
  return {
    seal,
    open,
    /** Whether one of the keys opens the value. */
    isOpened: (purpose: string, sealed: Buffer, of?: string) =>
      [keyFor, ...olderKeysFor].some((each) => opens(each(purpose), sealed, of)),
    /** Seals the value again with the first master key; undefined if it is sealed with that key already. */
    reseal: (purpose: string, sealed: Buffer, of?: string) =>
      opens(keyFor(purpose), sealed, of) ? undefined : seal(purpose, open(purpose, sealed, of), of),
    /** A fingerprint that only this installation can compute. */
    mac: (purpose: string, text: string) => macWith(keyFor(purpose), text),
    /** One value for each master key, in their order, by which a key is recognized. It does not reveal the key. */
    checks: () => [keyFor, ...olderKeysFor].map((each) => macWith(each('backup'), 'key check').toString('hex')),
    isMac: (purpose: string, text: string, mac: Buffer) =>
      [keyFor, ...olderKeysFor].map((each) => each(purpose)).some(isMade(text, mac)),
  }
}

// Node 24 examines a plain buffer for 11 µs each time it uses one as a key.
const secret = (key: Buffer | KeyObject) => (Buffer.isBuffer(key) ? createSecretKey(key) : key)

type KeyFor = (purpose: string) => KeyObject
const derivedFrom = (master: Buffer): KeyFor => {
  const derived = new Map<string, KeyObject>()
  return (purpose) => {
    const key =
      derived.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `guidon ${purpose}`, 32)))
    derived.set(purpose, key)
    return key
  }
}

const firstOf = <T>([first, ...rest]: [KeyFor, ...KeyFor[]], work: (keyFor: KeyFor) => T): T => {
  const [next, ...others] = rest
  if (!next) return work(first)
  try {
    return work(first)
  } catch {
    return firstOf([next, ...others], work)
  }
}

const opens = (key: KeyObject, sealed: Buffer, of?: string) => {
  try {
    return !!openWith(key, sealed, of)
  } catch {
    return false
  }
}

/**
 * AES-256-GCM: nonce, tag, ciphertext. `of` is additional authenticated data (the owner and the place of the value), so a value
 * that was moved elsewhere cannot be opened.
 */
export function sealWith(key: Buffer | KeyObject, plain: string | Buffer, of = '') {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret(key), nonce).setAAD(Buffer.from(of))
  const sealed = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed])
}

export function openWith(key: Buffer | KeyObject, sealed: Buffer, of = '') {
  const nonce = sealed.subarray(0, 12)
  const decipher = createDecipheriv('aes-256-gcm', secret(key), nonce, { authTagLength: 16 }).setAAD(Buffer.from(of))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
