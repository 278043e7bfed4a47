import type { ReactNode } from 'react'
import X from '~icons/lucide/x'
import css from './toasts.module.css'
import { dismissToast, type Toast, useToasts } from './toasts.ts'
import { useSay } from './words.ts'

/** Recent messages; screen readers announce them. `title` shows the title of one, which may be a link. */
export const Toasts = ({ title }: { title: (toast: Toast) => ReactNode }) => {
  const say = useSay()
  return (
    <section className={css.toasts} aria-live="polite" aria-label={say('訊息', 'Messages')}>
      {useToasts().map((toast) => (
        <div key={toast.key} className={toast.tone === 'bad' ? `${css.toast} ${css.bad}` : css.toast}>
          <div>
            {title(toast)}
            {toast.body && <p className="small soft">{toast.body}</p>}
          </div>
          {toast.action && (
            <button
              type="button"
              className="button"
              onClick={() => {
                dismissToast(toast.key)
                toast.action?.act()
              }}
            >
              {toast.action.words}
            </button>
          )}
          <button
            type="button"
            className="button plain square"
            aria-label={say('關閉', 'Close')}
            title={say('關閉', 'Close')}
            onClick={() => dismissToast(toast.key)}
          >
            <X width={15} height={15} />
          </button>
        </div>
      ))}
    </section>
  )
}
