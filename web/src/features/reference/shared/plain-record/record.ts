import { useQuery } from '@tanstack/react-query'
import type { PlainRecord } from 'guidon-sdk'
import { guidon } from '../../../../kit/api.ts'
import type { Me } from '../../../../kit/me.ts'

/** A plain record as the API returns it, with the fields of its declaration. */
export type Row = Record<string, unknown> & { id: number; version: number }

export const mayWrite = ({ writers }: PlainRecord, { roles }: Me) => roles.some((role) => writers.includes(role))

export const useRow = ({ path }: PlainRecord, id: number | undefined) =>
  useQuery({
    queryKey: ['reference-record', path, id],
    queryFn: () => guidon.data<Row>('GET', `${path}/${id}`),
    enabled: id !== undefined,
  })
