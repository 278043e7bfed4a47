import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Formats a secret as it is shown once. */
export function secretFrom(bytes: Buffer) {
  return PREFIX + bytes.toString('base64')
}

/** The headers of Standard Webhooks, with one signature for each valid secret. */
export function signatureHeaders(secrets: readonly string[], id: string, seconds: number, body: string) {
  return {
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, `${id}.${seconds}.${body}`)}`).join(' '),
  }
}

const signature = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
