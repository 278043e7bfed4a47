import type { AddonRequest } from 'guidon-sdk'

type Priced = Pick<AddonRequest, 'final_cost' | 'offered_price' | 'quoted_price' | 'estimated_cost'>

/** The price of the add-on as far as it is known: the charged one, else the offered, the quoted, or the list price. */
export const amountOf = ({ final_cost, offered_price, quoted_price, estimated_cost }: Priced) =>
  final_cost ?? offered_price ?? quoted_price ?? estimated_cost
