export const tripStatuses = [
  'draft',
  'open',
  'guaranteed',
  'closed',
  'departed',
  'returned',
  'settled',
  'cancelled',
] as const
export type TripStatus = (typeof tripStatuses)[number]

/** The statuses in which the public may register, and those in which staff may book. */
export const publicStatuses: readonly TripStatus[] = ['open', 'guaranteed']
export const bookableStatuses: readonly TripStatus[] = [...publicStatuses, 'closed']

/** The statuses before the departure; until the return leaders can be assigned. */
export const plannedStatuses: readonly TripStatus[] = ['draft', ...bookableStatuses]
export const staffedStatuses: readonly TripStatus[] = [...plannedStatuses, 'departed']

/** The statuses in which the trip certainly takes place. */
export const certainStatuses: readonly TripStatus[] = ['guaranteed', 'closed', 'departed', 'returned', 'settled']

/** The statuses in which nothing of a trip has to be done any more. */
export const endedStatuses: readonly TripStatus[] = ['cancelled', 'settled']

/** The causes of a cancelled trip. They decide what each side keeps and pays. */
export const callOffCauses = ['below_minimum', 'house_fault', 'force_majeure', 'objective_risk', 'other'] as const
export type CallOffCause = (typeof callOffCauses)[number]
