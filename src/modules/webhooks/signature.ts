import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret as it is told, once. */
export const secretFrom = (bytes: Buffer) => PREFIX + bytes.toString('base64')

/** The headers of Standard Webhooks; there is one signature for each secret that is good at the moment. */
export const signatureHeaders = (secrets: readonly string[], id: string, seconds: number, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': `${seconds}`,
  'webhook-signature': secrets.map((secret) => `v1,${signature(secret, `${id}.${seconds}.${body}`)}`).join(' '),
})

const signature = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
