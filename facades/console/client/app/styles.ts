import '@mantine/core/styles.css';
import './theme.css';
import './app.css';
import './media.css';
