import type { PlannedTripStay } from 'guidon-sdk'

export type RoomType = PlannedTripStay['rooms'][number]['type']
