import type { getTourLeader } from 'guidon-sdk'

export type Leader = Awaited<ReturnType<typeof getTourLeader>>
