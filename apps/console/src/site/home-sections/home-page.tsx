import type { SiteSettingValue } from "@porchlight/client/site";
import { SettingsForm, SettingsForms } from "../../settings/settings-form.tsx";
import { text } from "../../texts/text.ts";
import { TextArea } from "../../ui/fields.tsx";
import { SitePreview } from "../site-preview.tsx";
import { SectionRows } from "./section-rows.tsx";

const names = ["homeTitle", "homeText", "homeSections"] as const;

/** The title, text, and sections of the site's home page. */
function HomeSectionsPage() {
  return (
    <SettingsForms>
      <SettingsForm
        title={text("Home page")}
        description={text("The start page of the site.")}
        fields={[
          {
            name: "homeTitle",
            label: text("Title"),
            hint: text("If empty, the name of the site."),
            invalid: text("Enter 1 to 100 characters."),
          },
          {
            name: "homeText",
            label: text("Text"),
            invalid: text("Enter 1 to 300 characters on one line."),
            render: ({ value, error, onChange }) => (
              <TextArea
                label={text("Text")}
                hint={text("One or two sentences below the title. Search engines show them too.")}
                error={error}
                maxLength={300}
                value={value === null ? "" : String(value)}
                onChange={(entered) => onChange(entered === "" ? null : entered.replace(/\s*\n\s*/g, " "))}
              />
            ),
          },
          { name: "homeSections", label: text("Sections"), render: SectionRows },
        ]}
      >
        {(readValue) => (
          <SitePreview values={Object.fromEntries(names.map((name) => [name, shown(readValue(name))]))} />
        )}
      </SettingsForm>
    </SettingsForms>
  );
}

/** An empty list means the built-in sections, like `null`. */
const shown = (value: SiteSettingValue) => (Array.isArray(value) && value.length === 0 ? null : value);

export { HomeSectionsPage as Component };
