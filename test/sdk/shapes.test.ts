import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '../../sdk/generate/document.ts'
import { filesOf } from '../../sdk/generate/files.ts'

const text = { type: 'string' }
const contact = { type: ['object', 'null'], properties: { name: text, phone: text }, required: ['name', 'phone'] }
const record = (properties: Record<string, Schema>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

test('a nested shape that is used twice has one name, and null stays beside it', () => {
  const document = {
    labels: {},
    columns: {},
    paths: {},
    components: {
      responses: {},
      schemas: {
        Booking: record({ id: text, contact }),
        Registration: record({ contact: { ...contact, type: 'object' } }),
        Trip: record({ assembly: record({ at: text, place: text }) }),
      },
    },
  }
  const { 'records.ts': records = '' } = filesOf(document)
  assert.match(records, /type Booking = \{\n {2}id: string\n {2}contact: BookingContact \| null\n\}/)
  assert.match(records, /type Registration = \{\n {2}contact: BookingContact\n\}/)
  assert.match(records, /type BookingContact = \{\n {2}name: string\n {2}phone: string\n\}/)
  assert.match(records, /type Trip = \{\n {2}assembly: \{\n {4}at: string/, 'what is used once stays in its place')
})
