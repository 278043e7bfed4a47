import type { Words } from '../../kit/words/words.ts'
import type { required } from './schema.ts'

/** The names of the fields of the agency's record. */
export const houseFieldWords = {
  name: ['名稱', 'Name'],
  kind: ['種類', 'Kind'],
  registration_number: ['註冊編號', 'Registration number'],
  representative: ['代表人', 'Representative'],
  address: ['地址', 'Address'],
  phone: ['電話', 'Phone'],
  emergency_phone: ['緊急聯絡電話', 'Emergency phone'],
  complaint_contact: ['申訴聯絡人', 'Complaint contact'],
  complaint_phone: ['申訴電話', 'Complaint phone'],
  liability_insurance: ['責任保險', 'Liability insurance'],
  performance_insurance: ['履約保證保險', 'Performance insurance'],
} satisfies Record<(typeof required)[number], Words>
