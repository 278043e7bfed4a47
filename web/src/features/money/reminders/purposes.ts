/** What customers are asked to pay, in the order of the page. */
export const purposes = ['deposit', 'balance', 'extra', 'other'] as const
