import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../../words/words.ts'

/** What a person is told instead of the page that was asked for. */
export type Refused = { title: string; says: string; request_id: string | undefined }

/** Sends the page of a refusal, whose status is set. It must be sent also if the database does not answer. */
export type SendRefusedPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  told: (locale: Locale) => Refused,
) => Promise<unknown>

/** Whether a browser asks for a page, and not a program for an answer of the API. Whatever is refused then is told on a page. */
export function isForPerson({ url, headers }: FastifyRequest) {
  return !isOfApi(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/** Whether the address of a page holds what no text may hold. Nothing has such an address. */
export function isBrokenAddress(url: string) {
  return !isOfApi(url) && /%00/.test(url)
}

const isOfApi = (url: string) => /^\/api(\/|\?|$)/.test(url)
