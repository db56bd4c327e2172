import { useEffect, useRef, useState } from 'react';
import { SearchInput } from '@skein/ui/text-input';

interface ListSearchProps {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  /** Letters that a search needs: fewer search for nothing. */
  least?: number;
  onChange: (value: string) => void;
}

/** The search of a list. Typing is told after a short rest, so that each letter is no request. */
export function ListSearch({ label, placeholder, value, maxLength, least = 1, onChange }: ListSearchProps) {
  const [text, setText] = useState(value);
  // What was told last. The address follows a moment later, when more may have been typed: only what comes from
  // elsewhere (Back, a saved view) is taken over.
  const told = useRef(value);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const typed = text.trim();
    const wanted = typed.length < least ? '' : typed;
    if (wanted === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = wanted;
      onChange(wanted);
    }, 250);
    return () => clearTimeout(timer);
  }, [text, least, onChange]);
  const clear = () => {
    setText('');
    told.current = '';
    onChange('');
  };
  return (
    <SearchInput
      size="small"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={maxLength}
      onChange={(event) => setText(event.target.value)}
      onClear={clear}
    />
  );
}
