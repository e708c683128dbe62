import { TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { text } from "../texts/text.ts";
import { Page } from "../ui/page.tsx";
import type { SettingPage } from "./setting-field.ts";
import { SettingsForm, SettingsForms } from "./settings-form.tsx";

/** A page of settings in blocks. `#name` in the address scrolls to a setting. */
export function SettingsPage({ page }: { page: SettingPage }) {
  return (
    <Page title={page.title} back={{ to: "/settings", name: text("Settings") }}>
      <SettingsForms>
        {page.blocks.map(({ title, description, fields, note }) => (
          <SettingsForm key={title} title={title} description={description} fields={fields}>
            {(readValue) => <Warning>{note?.(readValue)}</Warning>}
          </SettingsForm>
        ))}
        <ScrollToSetting />
      </SettingsForms>
    </Page>
  );
}

const Warning = ({ children }: { children: string | undefined }) =>
  children === undefined ? null : (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-2 rounded-md bg-warning-soft p-3 text-warning">
      <TriangleAlert aria-hidden size={16} className="mt-0.5" />
      {children}
    </p>
  );

/** Rendered after the settings have loaded. */
function ScrollToSetting() {
  const { hash } = useLocation();
  useEffect(() => {
    const setting = hash ? document.getElementById(`setting-${hash.slice(1)}`) : null;
    setting?.scrollIntoView({ block: "center" });
    setting?.querySelector<HTMLElement>("input, textarea, button")?.focus({ preventScroll: true });
  }, [hash]);
  return null;
}
