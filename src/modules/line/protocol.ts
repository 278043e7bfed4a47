import { createHmac, timingSafeEqual } from 'node:crypto'

// How the Messaging API of LINE is spoken to: pure functions, without a database, a clock or a network.

/** What is entered of a channel and shown to nobody. */
export type Secrets = { channel_secret: string; access_token: string }

/** Whether LINE has signed exactly these bytes. */
export function isSigned(body: Buffer, signature: string | undefined, secret: string) {
  const given = Buffer.from(signature ?? '', 'base64')
  const own = createHmac('sha256', secret).update(body).digest()
  return given.length === own.length && timingSafeEqual(given, own)
}

/** An event as far as it is used. */
export type Event = {
  webhookEventId: string
  type: string
  mode: string
  timestamp: number
  userId: string | null
  replyToken: string | null
  message: Said | null
  /** What the pressed button holds. */
  data: string | null
}
export type Said = { id: string; kind: Kind; text: string }

export const kinds = ['text', 'image', 'file', 'sticker', 'location', 'other'] as const
export type Kind = (typeof kinds)[number]

/** The events of a request; undefined if it is none of LINE. Events that lack their id are left out: they could not be told apart. */
export function eventsOf(body: Buffer): Event[] | undefined {
  const { events } = objectOf(parsed(body))
  return Array.isArray(events) ? events.map((each) => eventOf(objectOf(each))).filter(isWhole) : undefined
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
const textOf = (value: unknown, most = LONGEST_TEXT) =>
  typeof value === 'string' ? value.replaceAll('\0', '').slice(0, most).toWellFormed() : ''

const eventOf = (given: Record<string, unknown>): Event => {
  const source = objectOf(given.source)
  return {
    webhookEventId: textOf(given.webhookEventId, 50),
    type: textOf(given.type),
    mode: textOf(given.mode),
    timestamp: Number(given.timestamp),
    userId: source.type === 'user' ? textOf(source.userId, 50) || null : null,
    replyToken: textOf(given.replyToken, 100) || null,
    message: given.type === 'message' ? saidIn(objectOf(given.message)) : null,
    data: given.type === 'postback' ? textOf(objectOf(given.postback).data, 300) : null,
  }
}
const isWhole = ({ webhookEventId, timestamp }: Event) =>
  webhookEventId !== '' && timestamp > 0 && timestamp < LAST_MOMENT
/** The year 9999, in milliseconds. */
const LAST_MOMENT = 253_402_300_800_000

const saidIn = (message: Record<string, unknown>): Said => {
  const type = textOf(message.type)
  const kind = kinds.find((each) => each === type) ?? 'other'
  return { id: textOf(message.id, 50), kind, text: wordsIn(kind, message).slice(0, LONGEST_TEXT).toWellFormed() }
}
/** LINE takes and sends no longer text. */
const LONGEST_TEXT = 5_000

const wordsIn = (kind: Kind, message: Record<string, unknown>) => {
  if (kind === 'text') return textOf(message.text)
  if (kind === 'file') return textOf(message.fileName)
  if (kind === 'location') return [textOf(message.title), textOf(message.address)].filter(Boolean).join(' ')
  const { keywords } = message
  return Array.isArray(keywords)
    ? keywords
        .map((each) => textOf(each))
        .slice(0, 3)
        .join('、')
    : ''
}

/** What became of a message that was handed to LINE. */
export type Outcome = 'sent' | 'limited' | 'gone' | 'refused' | 'unknown'

/** A push with the same key that LINE has taken before is answered 409: it has come. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null || status >= 500) return 'unknown'
  if ((status >= 200 && status < 300) || status === 409) return 'sent'
  if (status === 429) return 'limited'
  return status === 404 ? 'gone' : 'refused'
}

/** Parts of a text that LINE takes, split at the end of a line or a sentence. */
export function partsOf(text: string, most = LONGEST_TEXT): string[] {
  if (text.length <= most) return [text]
  const head = text.slice(0, most)
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('。'), head.lastIndexOf('. '))
  const at = end >= most / 2 ? end + 1 : mostWhole(head)
  return [text.slice(0, at).trimEnd(), ...partsOf(text.slice(at).trimStart(), most)]
}
// A sign of two units is not cut in its middle.
const mostWhole = (head: string) => (/[\ud800-\udbff]$/.test(head) ? head.length - 1 : head.length)

/** Why LINE refused, as it says it. */
export function refusalIn(words: string) {
  const { message } = objectOf(parsed(Buffer.from(words)))
  return textOf(message, 500) || words.slice(0, 200)
}

/** The account that a token belongs to. */
export function botIn(words: string) {
  const { basicId, displayName } = objectOf(parsed(Buffer.from(words)))
  return typeof basicId === 'string' ? { basic_id: basicId, name: textOf(displayName, 100) } : undefined
}

/** A friend, as LINE shows it. */
export function profileIn(words: string) {
  const { displayName, language } = objectOf(parsed(Buffer.from(words)))
  return { display_name: textOf(displayName, 100) || null, language: textOf(language, 10) || null }
}

/** Why LINE could not tell our address an event; undefined if it could. */
export function webhookFaultIn(words: string) {
  const { success, reason, detail } = objectOf(parsed(Buffer.from(words)))
  return success === true ? undefined : `webhook ${textOf(reason)} ${textOf(detail)}`.trim().slice(0, 500)
}
