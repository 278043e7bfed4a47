import { type LineChannel, type LineChannelChange, updateLineChannel } from 'guidon-sdk'
import { useWrite } from '../../kit/write.ts'

/** Changes the account, and closes the sheet. */
export const useChannelChange = ({ version }: LineChannel, close: () => void) =>
  useWrite({
    send: (change: LineChannelChange, guidon) => updateLineChannel(guidon, change, { version }),
    says: ['已儲存', 'Saved'],
    changes: ['line'],
    close,
  })
