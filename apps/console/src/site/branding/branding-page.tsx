import { ownLanguageName, perTextLanguage } from "@porchlight/contract/texts/keys";
import { useConsole } from "../../context.ts";
import { SettingsForm, SettingsForms } from "../../settings/settings-form.tsx";
import { text } from "../../texts/text.ts";
import { RadioChoice } from "../../ui/choices.tsx";
import { TextArea } from "../../ui/fields.tsx";
import { SitePreview } from "../site-preview.tsx";
import { ColorField } from "./color-field.tsx";
import { IconField } from "./icon-field.tsx";

const themes = [
  { id: "classic", label: text("Classic"), hint: text("Cards, a clear sans-serif, for any site.") },
  { id: "journal", label: text("Journal"), hint: text("One column, a serif on paper, for essays and diaries.") },
  { id: "magazine", label: text("Magazine"), hint: text("Large headlines and columns with pictures, for news.") },
  {
    id: "documentation",
    label: text("Documentation"),
    hint: text("Navigation at the side and dense lists, for handbooks."),
  },
  { id: "portfolio", label: text("Portfolio"), hint: text("Large pictures from edge to edge, for works and photos.") },
] as const;

const languageOptions = perTextLanguage((language) => ({ label: ownLanguageName(language) }));

/** The name, logo, theme, colors, and languages of the site. */
function BrandingPage() {
  const { siteName } = useConsole().settings;
  return (
    <SettingsForms>
      <SettingsForm
        title={text("Name and logo")}
        description={text("What visitors see at the top of every page, and in emails.")}
        fields={[
          { name: "siteName", label: text("Name"), placeholder: siteName, invalid: text("Enter 1 to 100 characters.") },
          { name: "logo", label: text("Logo"), hint: text("Replaces the name. PNG, JPEG or WebP of at most 1 MB.") },
          { name: "logoDark", label: text("Logo on dark pages"), hint: text("If empty, the logo is used there too.") },
          {
            name: "icon",
            label: text("Icon"),
            hint: text(
              "Browsers show it in tabs and bookmarks, and phones on the home screen. A square of 512 × 512 pixels is ideal; other shapes are cropped.",
            ),
            render: IconField,
          },
        ]}
      />
      <SettingsForm
        title={text("Theme and color")}
        description={text("Typography, layout, and the color of buttons and links. Nothing changes before you save.")}
        fields={[
          {
            name: "theme",
            label: text("Theme"),
            render: ({ value, onChange }) => (
              <RadioChoice label={text("Theme")} options={themes} value={String(value)} onChange={onChange} />
            ),
          },
          {
            name: "brand",
            label: text("Color"),
            invalid: text("Enter a color such as #3346c9."),
            render: ColorField,
          },
          {
            name: "cssVariables",
            label: text("CSS variables"),
            invalid: text(
              "Write one variable per line, such as --site-radius: 0. Names start with --site- or --page-, and values cannot contain url().",
            ),
            render: ({ value, error, onChange }) => (
              <TextArea
                label={text("CSS variables")}
                hint={text("For designers: one per line, such as --site-radius: 0 or --page-width: 60rem.")}
                error={error}
                value={value === null ? "" : String(value).replaceAll("; ", "\n")}
                onChange={(entered) => onChange(entered === "" ? null : entered)}
                spellCheck="false"
              />
            ),
          },
        ]}
      >
        {(readValue) => (
          <SitePreview
            values={{ theme: readValue("theme"), brand: readValue("brand"), cssVariables: readValue("cssVariables") }}
          />
        )}
      </SettingsForm>
      <SettingsForm
        title={text("Languages and time zone")}
        description={text("The languages of the site, its sign-in pages and its emails.")}
        fields={[
          {
            name: "language",
            label: text("Main language"),
            hint: text("The member site and its feeds, new posts, and emails to recipients whose language is unknown."),
            options: languageOptions,
          },
          {
            name: "languages",
            label: text("Languages of sign-in pages and emails"),
            hint: text(
              "Visitors see the sign-in pages in the language of their browser, and members get emails in their own, if it is one of these. Everyone else gets the main language, which is always offered.",
            ),
            options: languageOptions,
          },
          {
            name: "timeZone",
            label: text("Time zone"),
            hint: text(
              "Visitors see times in this time zone. Posts published close to the turn of a month may move to another month of the archive.",
            ),
            invalid: text("Enter the name of a time zone, such as Europe/Paris."),
          },
        ]}
      />
    </SettingsForms>
  );
}

export { BrandingPage as Component };
