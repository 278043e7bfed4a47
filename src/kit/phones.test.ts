import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../test/house.ts'
import { phoneKey } from './phones.ts'

const { db } = await house()

const numbers = {
  '+886 912 345 678': '912345678',
  '+886-912-345-678': '912345678',
  '+886 (0)912 345 678': '912345678',
  '00886 912345678': '912345678',
  '886912345678': '912345678',
  '0912-345-678': '912345678',
  '0912345678': '912345678',
  '912 345 678': '912345678',
  '(02) 2555 0101': '225550101',
  '+886 2 2555-0101': '225550101',
  '02-2555-0101 #12': '225550101',
  '02-2555 0101 轉 33': '225550101',
  '02-2555 0101 分機33': '225550101',
  '02-2555-0101, Ext. 33': '225550101',
  '+886 2 2555 0101 ext 33': '225550101',
  '0912 345 679': '912345679',
  '+81 90 1234 5678': '819012345678',
}

for (const [written, key] of Object.entries(numbers))
  test(`${written} is known as ${key}, in the program and in the database`, async () => {
    const { rows } = await sql<{ stored: string }>`select phone_key(${written}) as stored`.execute(db)
    assert.deepEqual([phoneKey(written), rows], [key, [{ stored: key }]])
  })
