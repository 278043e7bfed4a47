/**
 * The digits by which a telephone number is known, however it is written: without the code of Taiwan and without leading zeros.
 * Does the same as the database function `phone_key`.
 */
export function phoneKey(phone: string) {
  return phone.replace(/\D/g, '').replace(/^0*(886)?0*/, '')
}
