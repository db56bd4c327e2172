import { useEffect, useState } from 'react';
import { SearchInput } from '@skein/ui/text-input';

/** The search of a list. Typing is told after a short rest, so that each letter is no request. */
export function ListSearch({ label, placeholder, value, maxLength, onChange }: { label: string; placeholder: string; value: string; maxLength: number; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => { setText((shown) => (shown.trim() === value ? shown : value)); }, [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <SearchInput size="small" aria-label={label} placeholder={placeholder} value={text} maxLength={maxLength} onChange={(event) => setText(event.target.value)} onClear={() => { setText(''); onChange(''); }} />;
}
