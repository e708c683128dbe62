import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { useEffect, useRef, useState } from "react";
import { ToggleButton } from "react-aria-components";
import { language, text } from "../texts/text.ts";
import { controlHeight } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";

interface DayCount {
  /** ISO 8601, without a time. */
  date: string;
  count: number;
}

const height = 200;
const margin = { top: 8, bottom: 28, left: 40 };
const axisLabel = { fill: "var(--site-subtle)", fontSize: 12, fontFamily: "inherit" };
const formats = {
  short: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }),
  long: new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }),
};
const format = (date: string, length: keyof typeof formats) => formats[length].format(new Date(date));

/** A number for each day, as bars or as a table. */
export function DayChart({ title, days }: { title: string; days: readonly DayCount[] }) {
  const [isTable, setIsTable] = useState(false);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      title={title}
      actions={
        total > 0 ? (
          <ToggleButton
            isSelected={isTable}
            onChange={setIsTable}
            className={`${controlHeight} cursor-pointer rounded-md px-3 font-medium text-muted data-[hovered]:bg-sunken data-[selected]:bg-accent-soft data-[selected]:text-accent`}
          >
            {text("Show as table")}
          </ToggleButton>
        ) : undefined
      }
    >
      {total === 0 ? (
        <p className="text-muted">{text("None in this period.")}</p>
      ) : (
        <>
          <p className="text-3xl leading-9 font-semibold tabular-nums">{text("{n, number}", { n: total })}</p>
          {isTable ? <Days title={title} days={days} /> : <Bars title={title} days={days} total={total} />}
        </>
      )}
    </Section>
  );
}

function Days({ title, days }: { title: string; days: readonly DayCount[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="max-h-72 overflow-auto" tabIndex={0} aria-label={text("{title}, table", { title })}>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{text("Day")}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, count }) => (
            <tr key={date} className="border-t border-line">
              <th scope="row" className="py-2 text-start font-normal">
                {format(date, "long")}
              </th>
              <td className="py-2 text-end tabular-nums">{text("{n, number}", { n: count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bars({ title, days, total }: { title: string; days: readonly DayCount[]; total: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const max = Math.max(...days.map(({ count }) => count));
  const x = scaleBand({ domain: days.map(({ date }) => date), range: [margin.left, width], padding: 0.25 });
  const y = scaleLinear({ domain: [0, max], range: [height - margin.bottom, margin.top], nice: true });
  // As many dates as fit.
  const step = Math.ceil(days.length / Math.max(2, Math.floor(width / 90)));
  return (
    // The size of the chart must not determine the size of the box.
    <div ref={box} className="relative h-50 overflow-hidden">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          className="absolute inset-0"
          role="img"
          aria-label={text("{title} by day, {n, number} in total. The table has the same figures.", {
            title,
            n: total,
          })}
        >
          <AxisLeft
            scale={y}
            left={margin.left}
            numTicks={Math.min(4, max)}
            hideAxisLine
            hideTicks
            tickFormat={(value) => text("{n, number}", { n: Number(value) })}
            tickLabelProps={{ ...axisLabel, textAnchor: "end", dx: -4, dy: 4, direction: "ltr" }}
          />
          {days.map(({ date, count }) => (
            <Bar
              key={date}
              x={x(date) ?? 0}
              y={y(count)}
              width={x.bandwidth()}
              height={height - margin.bottom - y(count)}
              rx={2}
              className="fill-accent"
            >
              <title>{`${format(date, "long")}: ${text("{n, number}", { n: count })}`}</title>
            </Bar>
          ))}
          <AxisBottom
            scale={x}
            top={height - margin.bottom}
            hideTicks
            stroke="var(--site-border)"
            tickValues={days.filter((_, index) => index % step === 0).map(({ date }) => date)}
            tickFormat={(date) => format(date, "short")}
            tickLabelProps={{ ...axisLabel, textAnchor: "middle" }}
          />
        </svg>
      )}
    </div>
  );
}
