import type { SiteSettingValue } from "@porchlight/client/site";
import { SettingsForm, SettingsForms } from "../../settings/settings-form.tsx";
import { text } from "../../texts/text.ts";
import { SitePreview } from "../site-preview.tsx";
import { LinkRows } from "./link-rows.tsx";

const invalid = text(
  "Each link needs a label of up to 40 characters without commas, and a path such as /about or an address such as https://shop.example. At most 12 links.",
);

/** The links in the header and footer of the site. */
function NavigationPage() {
  return (
    <SettingsForms>
      <SettingsForm
        title={text("Header")}
        description={text("The main navigation of the site. The home page is always linked by the name or logo.")}
        fields={[
          {
            name: "navigation",
            label: text("Links in the header"),
            invalid,
            render: (control) => (
              <LinkRows
                {...control}
                emptyHint={text("Without links of your own, the header has the blog and the search.")}
                startWith={[`${text("Blog")}:/blog`, `${text("Search")}:/search`]}
              />
            ),
          },
        ]}
      >
        {(readValue) => <SitePreview values={{ navigation: valid(readValue("navigation")) }} />}
      </SettingsForm>
      <SettingsForm
        title={text("Footer")}
        description={text("Links at the end of every page, such as imprint and privacy.")}
        fields={[
          {
            name: "footerLinks",
            label: text("Links in the footer"),
            invalid,
            render: (control) => (
              <LinkRows {...control} emptyHint={text("The footer has no links.")} startWith={[":/"]} />
            ),
          },
        ]}
      />
    </SettingsForms>
  );
}

/** Without links that have no label or address yet. */
function valid(links: SiteSettingValue): SiteSettingValue {
  const whole = Array.isArray(links) ? links.filter((link) => !/^:|:$/.test(link)) : [];
  return whole.length > 0 ? whole : null;
}

export { NavigationPage as Component };
