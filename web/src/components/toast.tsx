import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useText } from '../lib/i18n.tsx';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { strings } from './strings.ts';

const SHOWN_MS = 5_000;

type ShowToast = (text: string, icon?: IconName) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Where short confirmations appear. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ text: string; icon: IconName; id: number } | null>(null);
  const next = useRef(0);
  const show = useCallback((text: string, icon: IconName = 'check') => {
    next.current += 1;
    setToast({ text, icon, id: next.current });
  }, []);
  const close = useCallback(() => {
    setToast(null);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className="v-toasts" role="status">
        {toast !== null && (
          <Toast key={toast.id} text={toast.text} icon={toast.icon} onClose={close} />
        )}
      </div>
    </ToastContext>
  );
}

function Toast(props: { text: string; icon: IconName; onClose: () => void }) {
  const { text, icon, onClose } = props;
  const t = useText(strings);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [held, onClose]);
  return (
    <div
      className={icon === 'check' ? 'v-toast v-toast--ok' : 'v-toast'}
      onPointerEnter={() => {
        setHeld(true);
      }}
      onPointerLeave={() => {
        setHeld(false);
      }}
    >
      <Icon name={icon} size="sm" />
      {text}
      <IconButton icon="close" label={t.close} onPress={onClose} />
    </div>
  );
}

/** Says that something small worked, or with `alert` that it did not. Never for what a person must read or answer. */
export function useToast(): ShowToast {
  return use(ToastContext);
}
