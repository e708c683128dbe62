import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { text } from "../texts/text.ts";
import { TextField } from "../ui/fields.tsx";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";

/** Props of {@link SlugField}. */
export interface SlugFieldProps {
  value: string;
  /** The slug without a requested one. */
  placeholder?: string | undefined;
  /** What a slug is checked against, such as the kind and language of the text. */
  scope: readonly unknown[];
  /** Says why a slug cannot be used, if so. */
  findProblem(slug: string, signal: AbortSignal): Promise<string | null>;
  /** Called with slugs that can be used. */
  onChange(slug: string): void;
}

/** What cannot be part of a slug. */
const invalid = /[^\p{L}\p{M}\p{N}\-_.~]/u;
const checkDelayMs = 400;

/** The slug of a post or page. It is saved once it is known that it can be used. */
export function SlugField({ value, placeholder, scope, findProblem, onChange }: SlugFieldProps) {
  const [typed, setTyped] = useState(value);
  const checked = useDebouncedValue(typed.trim(), checkDelayMs);
  const isValid = !invalid.test(typed.trim());
  const problem = useQuery({
    queryKey: ["slug", ...scope, checked],
    queryFn: ({ signal }) => findProblem(checked, signal),
    enabled: checked !== "" && checked !== value && !invalid.test(checked),
    staleTime: 0,
  });
  const isFree = checked === "" || (problem.isSuccess && problem.data === null);
  useEffect(() => {
    if (checked === typed.trim() && checked !== value && isValid && isFree) onChange(checked);
  }, [checked, typed, value, isValid, isFree, onChange]);
  const found = checked === typed.trim() ? problem.data : undefined;
  const error = isValid ? (found ?? undefined) : text("Use letters, numbers and hyphens");
  return (
    <TextField
      label={text("URL")}
      hint={text("The last part of the address. Leave empty to derive it from the title.")}
      value={typed}
      placeholder={placeholder}
      onChange={setTyped}
      error={error}
      maxLength={100}
      autoComplete="off"
      spellCheck="false"
    />
  );
}
