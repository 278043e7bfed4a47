import type { Db } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { platformSettings } from '../receipt-platform/platform.ts'

/** Whether receipts are issued at the platform. Until the agency has connected it, they are on paper. */
export async function isPlatformOn(db: Db) {
  return (await platformSettings(db)).is_on
}

/** Refuses an electronic receipt while the platform is off. */
export async function refuseMedium(db: Db, medium: 'electronic' | 'paper') {
  if (medium === 'paper' || (await isPlatformOn(db))) return
  refuseField('medium', [
    '尚未連接電子收據平台，請開立紙本收據並登錄號碼；平台由管理員在設定中啟用。',
    'The platform of electronic receipts is not connected. Issue the receipt on paper and enter its number; an administrator connects the platform in the settings.',
  ])
}
