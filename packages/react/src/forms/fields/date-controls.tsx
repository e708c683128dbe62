import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { type ControlProps, partAttributes } from "./field-props.ts";

type DatePart = "day" | "month" | "year";
const isDatePart = (type: string): type is DatePart => type === "day" || type === "month" || type === "year";

/** The order of day, month and year in a language. */
export function orderOf(language: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(language).formatToParts(new Date(0)).map(({ type }) => type);
  return parts.filter(isDatePart);
}

/** A date as three numbers, with the browser's calendar as an alternative; with a time, if the field has one. */
export function DateControls(props: ControlProps) {
  const { id, field, error, text } = props;
  const hasScripts = useHydrated();
  const frame = useRef<HTMLDivElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const order = orderOf(text.language);
  const isBirthday = field.autoComplete === "bday";
  const input = (part: DatePart) => frame.current?.querySelector<HTMLInputElement>(`[data-date-part="${part}"]`);

  function openCalendar() {
    if (!calendar.current) return;
    const [year = "", month = "", day = ""] = (["year", "month", "day"] as const).map(
      (part) => input(part)?.value ?? "",
    );
    calendar.current.value = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    calendar.current.showPicker();
  }
  function applyCalendar(value: string) {
    const [year = "", month = "", day = ""] = value.split("-");
    for (const [part, digits] of [
      ["year", year],
      ["month", String(Number(month))],
      ["day", String(Number(day))],
    ] as const) {
      const control = input(part);
      if (control) control.value = digits;
    }
    input(order[0]!)?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div ref={frame} className="site-form-date">
      {order.map((part, index) => (
        <div key={part} data-part-of={part}>
          <label className="site-editor-label" htmlFor={index === 0 ? id : `${id}-${part}`}>
            {text(`forms.field.${part}`)}
          </label>
          <input
            {...partAttributes(props, part, index === 0)}
            className="site-input"
            data-date-part={part}
            type="text"
            inputMode="numeric"
            maxLength={part === "year" ? 4 : 2}
            autoComplete={isBirthday ? `bday-${part}` : "off"}
          />
        </div>
      ))}
      {field.kind === "dateTime" && (
        <div data-part-of="time">
          <label className="site-editor-label" htmlFor={`${id}-time`}>
            {text("forms.field.time")}
          </label>
          <input {...partAttributes(props, "time", false)} className="site-input" type="time" />
        </div>
      )}
      {hasScripts && !field.isReadOnly && (
        <div className="site-form-calendar">
          <Button variant="quiet" onClick={openCalendar} aria-describedby={error && `${id}-error`}>
            {text("forms.field.calendar")}
          </Button>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            onInput={(event) => event.stopPropagation()}
            onChange={({ currentTarget }) => applyCalendar(currentTarget.value)}
          />
        </div>
      )}
    </div>
  );
}
