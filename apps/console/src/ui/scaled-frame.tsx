import { type ReactNode, useEffect, useRef, useState } from "react";
import { text } from "../texts/text.ts";
import { FilterTabs } from "./list.tsx";
import { useFilters } from "./use-filters.ts";

/** Props of {@link ScaledFrame}. */
export interface ScaledFrameProps {
  title: string;
  path: string;
  /** CSS pixels of the page. */
  width: number;
  /** CSS pixels of the page. */
  height: number;
  /** Whether the page does not react to the pointer and the keyboard. */
  isStatic?: boolean;
  /** What a page without these rights may do, as in the attribute of `iframe`. Default: everything. */
  sandbox?: string;
}

/** A page in a frame that is scaled down if there is not enough room for it. */
export function ScaledFrame({ title, path, width, height, isStatic = false, sandbox }: ScaledFrameProps) {
  const outer = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(outer.current!);
    return () => observer.disconnect();
  }, []);
  const scale = room === 0 ? 1 : Math.min(1, room / (width + 2));
  return (
    <div ref={outer} className="overflow-hidden" style={{ height: (height + 2) * scale }}>
      <iframe
        title={title}
        src={path}
        sandbox={sandbox}
        width={width}
        height={height}
        {...(isStatic && { tabIndex: -1, inert: true })}
        className={`mx-auto box-content block max-w-none origin-top-left rounded-lg border border-line bg-white ${isStatic ? "pointer-events-none" : ""}`}
        style={{ transform: `scale(${scale})`, marginInlineStart: scale < 1 ? 0 : undefined }}
      />
    </div>
  );
}

const previewSizes = { desktop: { width: 1280, height: 960 }, phone: { width: 390, height: 760 } } as const;

/** The size of a preview: that of a phone or a desktop, which the person chooses with `tabs`. It is in the address. */
export function usePreviewSize(standard: "desktop" | "phone"): { tabs: ReactNode; width: number; height: number } {
  const { filters, setFilter } = useFilters(["width"]);
  const chosen = filters.width === "phone" || filters.width === "desktop" ? filters.width : standard;
  const tabs = (
    <FilterTabs
      label={text("Width")}
      tabs={[
        { value: "desktop", name: text("Desktop") },
        { value: "phone", name: text("Mobile") },
      ]}
      value={chosen}
      onChange={(value) => setFilter("width", value)}
    />
  );
  return { tabs, ...previewSizes[chosen] };
}
