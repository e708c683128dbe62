create index tags_by_label on tags (site_id, lower(label));
