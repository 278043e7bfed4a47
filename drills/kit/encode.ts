import { jpeg, pdf } from '../../test/fixtures/samples.ts'
import type { RequestOptions } from './client.ts'
import type { Operation } from './operations.ts'

/** Encodes a body for its operation: JSON, or a form with a small real file for each upload. */
export const encodeBody = async (
  { body }: Operation,
  value: unknown,
): Promise<Pick<RequestOptions, 'body' | 'headers'>> => {
  if (!body) return {}
  return body.media === 'multipart/form-data'
    ? encodeForm(formOf(body.schema.properties ?? {}, value))
    : { body: value }
}

/** A form encoded as multipart. */
export const encodeForm = async (form: FormData) => {
  const sent = new Response(form)
  const body = Buffer.from(await sent.arrayBuffer())
  return { body, headers: { 'content-type': sent.headers.get('content-type') ?? '' } }
}

const formOf = (properties: Record<string, { contentMediaType?: string }>, value: unknown) => {
  const form = new FormData()
  const fields = Object.entries(typeof value === 'object' && value ? value : {})
  for (const [name, field] of fields)
    if (!properties[name]?.contentMediaType && field !== null && field !== undefined)
      form.set(name, typeof field === 'object' ? JSON.stringify(field) : String(field))
  for (const [name, { contentMediaType }] of Object.entries(properties))
    if (contentMediaType) form.set(name, smallFile(fields.length))
  return form
}

const smallFile = (n: number) =>
  n % 2 ? new File([new Uint8Array(jpeg)], 'photo.jpg') : new File([new Uint8Array(pdf)], 'paper.pdf')
