import { brandAccents, contrast } from "@porchlight/contract/site/brand-colors";
import { useId } from "react";
import type { SettingControlProps } from "../../settings/setting-field.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";

const standardColor = "#3346c9";
/** Backgrounds of cards. */
const surfaces = { light: "#ffffff", dark: "#171a21" } as const;

/** A color with the two that pages derive from it, and their contrast. */
export function ColorField({ field, value, error, onChange }: SettingControlProps) {
  const pickerId = useId();
  const entered = value === null ? "" : String(value);
  const color = toHex(entered) ?? standardColor;
  const accents = brandAccents(color);
  const isAdjusted = accents.light.accent !== color || accents.dark.accent !== color;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-2">
        <input
          type="color"
          id={pickerId}
          aria-label={text("Choose a color")}
          value={color}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border border-line-strong bg-surface p-1 pointer-coarse:h-11"
        />
        <TextField
          label={field.label}
          error={error}
          placeholder={standardColor}
          value={entered}
          onChange={(text) => onChange(text === "" ? null : text)}
        />
        <Button kind="quiet" isDisabled={value === null} onPress={() => onChange(null)}>
          {text("Reset")}
        </Button>
      </div>
      <ul className="flex flex-wrap gap-3">
        <Sample
          name={text("On light pages")}
          surface={surfaces.light}
          accent={accents.light.accent}
          onAccent={accents.light.onAccent}
        />
        <Sample
          name={text("On dark pages")}
          surface={surfaces.dark}
          accent={accents.dark.accent}
          onAccent={accents.dark.onAccent}
        />
      </ul>
      {isAdjusted && (
        <p className="text-muted">
          {text("The color is lightened or darkened where text would be hard to read otherwise.")}
        </p>
      )}
    </div>
  );
}

interface SampleProps {
  name: string;
  surface: string;
  accent: string;
  onAccent: string;
}

const Sample = ({ name, surface, accent, onAccent }: SampleProps) => (
  <li
    className="grid gap-2 rounded-lg border border-line p-3"
    style={{ background: surface, color: surface === surfaces.light ? "#15171c" : "#eceef3" }}
  >
    <span>{name}</span>
    <span className="flex items-center gap-3">
      <span className="rounded-md px-3 py-1 font-medium" style={{ background: accent, color: onAccent }}>
        {text("Button")}
      </span>
      <span className="underline" style={{ color: accent }}>
        {text("Link")}
      </span>
    </span>
    <span>{text("{color}, contrast {ratio} : 1", { color: accent, ratio: contrast(accent, surface).toFixed(1) })}</span>
  </li>
);

function toHex(entered: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(entered.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}
