import type { RenderedMail } from "@porchlight/client/site";
import { contentFramePath } from "@porchlight/contract/blog/paths";
import { type ReactNode, useRef, useState } from "react";
import { text } from "../../texts/text.ts";
import { FilterTabs } from "../../ui/list.tsx";

/** An email as its recipients see it: as HTML on a wide or narrow screen, light or dark, or as plain text. */
export function MailPreview({ mail, from, notice }: { mail: RenderedMail | null; from: string; notice?: ReactNode }) {
  const [part, setPart] = useState("html");
  const [theme, setTheme] = useState("light");
  const [width, setWidth] = useState("wide");
  return (
    <div className="grid content-start gap-3">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <FilterTabs
          label={text("Part")}
          tabs={[
            { value: "html", name: text("HTML") },
            { value: "text", name: text("Plain text") },
          ]}
          value={part}
          onChange={setPart}
        />
        {part === "html" && (
          <>
            <FilterTabs
              label={text("Theme")}
              tabs={[
                { value: "light", name: text("Light") },
                { value: "dark", name: text("Dark") },
              ]}
              value={theme}
              onChange={setTheme}
            />
            <FilterTabs
              label={text("Width")}
              tabs={[
                { value: "wide", name: text("Wide") },
                { value: "phone", name: text("Mobile") },
              ]}
              value={width}
              onChange={setWidth}
            />
          </>
        )}
      </div>
      {notice}
      {mail && (
        <div className="grid overflow-hidden rounded-xl border border-line bg-surface">
          <div className="grid gap-0.5 border-b border-line px-4 py-3">
            <p className="font-semibold break-words">{mail.subject}</p>
            <p className="truncate text-muted">{from}</p>
          </div>
          {part === "text" ? (
            <pre className="overflow-x-auto p-4 font-mono text-xs leading-5 whitespace-pre-wrap">{mail.text}</pre>
          ) : (
            <MailFrame
              key={`${theme}${mail.html}`}
              html={withTheme(mail.html, theme === "dark")}
              className={width === "phone" ? "mx-auto w-full max-w-[360px]" : "w-full"}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The styles of an email follow the theme of the device; a preview chooses it. */
const withTheme = (html: string, isDark: boolean) =>
  html
    .replaceAll("(prefers-color-scheme: dark)", isDark ? "all" : "not all")
    .replace("color-scheme: light dark", `color-scheme: ${isDark ? "dark" : "light"}`);

/** Without an origin, and with a policy of its own: that of the console allows no styles of emails. */
function MailFrame({ html, className }: { html: string; className: string }) {
  const isSent = useRef(false);
  return (
    <iframe
      title={text("Preview of the email")}
      src={contentFramePath}
      sandbox="allow-scripts"
      onLoad={({ currentTarget }) => {
        if (!isSent.current) currentTarget.contentWindow?.postMessage({ html }, "*");
        isSent.current = true;
      }}
      className={`h-[36rem] ${className}`}
    />
  );
}
