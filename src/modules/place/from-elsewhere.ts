import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../kit/http/pages/html.ts'
import { secretPage, sendDocument } from '../../kit/http/pages/page.ts'

/** Whether a page is opened from another site: the cookie of a session is not sent then. */
export function isFromElsewhere({ method, headers }: FastifyRequest) {
  return method === 'GET' && headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'
}

/** Lets a page ask for itself once more, as a page of this site. */
export async function sendAgain(reply: FastifyReply) {
  await sendDocument(
    reply,
    html`<!doctype html>
<html lang="zh-TW"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0"><title>Guidon</title></head><body></body></html>`,
    secretPage,
  )
  return undefined
}
