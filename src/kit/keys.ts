import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Keys for each purpose, all derived from the one master key. */
export type Keys = ReturnType<typeof keysFrom>

export const keysFrom = (master: Buffer) => {
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, '', `guidon ${purpose}`, 32))
    derived.set(purpose, key)
    return key
  }
  return {
    seal: (purpose: string, plain: string | Buffer, of?: string) => sealWith(keyFor(purpose), plain, of),
    open: (purpose: string, sealed: Buffer, of?: string) => openWith(keyFor(purpose), sealed, of),
    /** A fingerprint that only this installation can compute. */
    mac: (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    isMac: (purpose: string, text: string, mac: Buffer) => {
      const right = createHmac('sha256', keyFor(purpose)).update(text).digest()
      return right.length === mac.length && timingSafeEqual(right, mac)
    },
  }
}

/** AES-256-GCM: nonce, tag, ciphertext. It opens only as what it was sealed as: `of` says whose, and where it belongs. */
export const sealWith = (key: Buffer, plain: string | Buffer, of = '') => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export const openWith = (key: Buffer, sealed: Buffer, of = '') => {
  const nonce = sealed.subarray(0, 12)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(of))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
