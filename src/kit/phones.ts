import { withoutExtension } from 'guidon-design/formats'

/**
 * The digits by which a telephone number is known, however it is written: without an extension, the code of Taiwan and leading zeros.
 * Does the same as the database function `phone_key`.
 */
export function phoneKey(phone: string) {
  return withoutExtension(phone)
    .replace(/\D/g, '')
    .replace(/^0*(886)?0*/, '')
}
