import { erasePerson } from 'guidon-sdk'
import Eraser from '~icons/lucide/eraser'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import type { Act } from '../../ui/acts-menu.tsx'
import type { OnePerson } from './shared/words.ts'

const SureSheet = lazy(() => import('../../ui/forms/sure-sheet.tsx'))

/** Erases a person everywhere, after saying what is deleted and what is kept. */
export const useErasure = ({ id, name }: OnePerson): Act => {
  const say = useSay()
  return {
    words: ['刪除個資…', 'Erase…'],
    icon: Eraser,
    isGrave: true,
    sheet: (close) => (
      <SureSheet
        title={say(`刪除 ${name} 的個資`, `Erase the personal data of ${name}`)}
        lost={say(
          '所有訂單、旅客與帳號裡的個人資料都會刪除，無法復原；名額、價格與付款紀錄會保留。還有未結束的行程時不能刪除。',
          'The personal data in all bookings, travelers and accounts is erased and cannot be restored; seats, prices and payments are kept. Not possible while a trip is not over.',
        )}
        send={say('刪除個資', 'Erase')}
        act={(guidon) => erasePerson(guidon, id)}
        changes={['persons']}
        close={close}
      />
    ),
  }
}
