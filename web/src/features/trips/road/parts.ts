import type { getTripOnTheRoad } from 'guidon-sdk'

/** What was written about a trip on the road. */
export type Road = Awaited<ReturnType<typeof getTripOnTheRoad>>
export type Incident = NonNullable<Road['incidents']>[number]
export type Expense = NonNullable<Road['expenses']>[number]
export type Advance = NonNullable<Road['advances']>[number]
export type Account = NonNullable<Road['accounts']>[number]

/** The first words of the queries that change with an entry of the road. */
export const roadChanges = ['trips', 'on-the-road', 'work'] as const
