import type { ListWebhookDeliveriesQuery } from 'guidon-sdk'
import { isNumber, isText, searchOf } from '../../kit/search.ts'

export const deliveryFilter = searchOf<ListWebhookDeliveriesQuery>()({ status: isText, page: isNumber })
export type DeliveryFilter = ReturnType<typeof deliveryFilter>
